//! Applies one child if the one in the store will not do.
use kube::{
    Api, Resource, ResourceExt,
    api::Patch,
    runtime::{
        events::{Event, EventType},
        reflector::{ObjectRef, Store},
    },
};
use tracing::{info, warn};

use crate::{child::Child, context::Context, widget::Widget};

pub async fn apply<K: Child>(
    context: &Context,
    widget: &Widget,
    store: &Store<K>,
    desired: K,
) -> Result<(), kube::Error> {
    let cached = store.get(&ObjectRef::from_obj(&desired));
    if cached.is_some_and(|child| child.satisfies(&desired)) {
        return Ok(());
    }
    let namespace = widget.namespace().unwrap_or_default();
    let applied = Api::<K>::namespaced(context.client.clone(), &namespace)
        .patch(&desired.name_any(), &context.apply, &Patch::Apply(&desired))
        .await?;
    let child = format!("{} {}", K::kind(&()), applied.name_any());
    info!(widget = widget.name_any(), child, "applied");
    publish(context, widget, &applied, format!("Applied {child}")).await;
    Ok(())
}

/// The child is the secondary object, by which the recorder separates the events of two children.
async fn publish<K: Child>(context: &Context, widget: &Widget, child: &K, note: String) {
    let event = Event {
        type_: EventType::Normal,
        reason: "Applied".to_owned(),
        note: Some(note),
        action: "Apply".to_owned(),
        secondary: Some(child.object_ref(&())),
    };
    if let Err(error) = context
        .recorder
        .publish(&event, &widget.object_ref(&()))
        .await
    {
        warn!(%error, "event not published");
    }
}
