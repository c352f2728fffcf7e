//! One reconcile of a Widget, and what happens when it fails.
use std::{sync::Arc, time::Duration};

use kube::{
    Api, ResourceExt,
    runtime::{
        controller::Action,
        finalizer::{self, Event, finalizer},
        reflector::store::WriterDropped,
    },
};

use crate::{
    apply::apply,
    child::{config_map, further_config_maps, service},
    context::Context,
    status::write_status,
    widget::Widget,
};

const FINALIZER: &str = "bench.example.com/clean-up";
const RESYNC: Duration = Duration::from_secs(3600);
const RETRY: Duration = Duration::from_secs(5);

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("{0}")]
    Kube(#[from] kube::Error),
    #[error("{0}")]
    Finalizer(#[from] Box<finalizer::Error<Error>>),
    #[error("{0}")]
    StoreLost(#[from] WriterDropped),
}

pub async fn reconcile(widget: Arc<Widget>, context: Arc<Context>) -> Result<Action, Error> {
    let namespace = widget.namespace().unwrap_or_default();
    let widgets = Api::<Widget>::namespaced(context.client.clone(), &namespace);
    finalizer(&widgets, FINALIZER, widget, async |event| match event {
        Event::Apply(widget) => apply_all(&context, &widgets, &widget).await,
        Event::Cleanup(_) => Ok(Action::await_change()),
    })
    .await
    .map_err(|error| Error::Finalizer(Box::new(error)))
}

async fn apply_all(
    context: &Context,
    widgets: &Api<Widget>,
    widget: &Widget,
) -> Result<Action, Error> {
    if context.unseen.is_behind(widget) {
        return Ok(Action::await_change());
    }
    context.children_are_known().await?;
    let first = config_map(widget, format!("{}-config", widget.name_any()));
    apply(context, widget, &context.config_maps, first).await?;
    if context.children > 1 {
        apply(context, widget, &context.services, service(widget)).await?;
    }
    for name in further_config_maps(widget, context.children) {
        apply(
            context,
            widget,
            &context.config_maps,
            config_map(widget, name),
        )
        .await?;
    }
    write_status(context, widgets, widget).await?;
    Ok(Action::requeue(RESYNC))
}

pub fn error_policy(_: Arc<Widget>, _: &Error, _: Arc<Context>) -> Action {
    Action::requeue(RETRY)
}
