//! The status of a Widget, all of whose children are applied.
use k8s_openapi::{
    apimachinery::pkg::apis::meta::v1::{Condition, Time},
    jiff::Timestamp,
};
use kube::{Api, Resource, ResourceExt, api::Patch};
use serde_json::json;

use crate::{
    context::Context,
    widget::{Widget, WidgetStatus},
};

pub async fn write_status(
    context: &Context,
    widgets: &Api<Widget>,
    widget: &Widget,
) -> Result<(), kube::Error> {
    let desired = desired_status(widget);
    if widget.status.as_ref() == Some(&desired) {
        return Ok(());
    }
    let patch = Patch::Apply(json!({
        "apiVersion": Widget::api_version(&()),
        "kind": Widget::kind(&()),
        "status": desired,
    }));
    let written = widgets
        .patch_status(&widget.name_any(), &context.apply, &patch)
        .await?;
    context.unseen.wrote(&written);
    Ok(())
}

fn desired_status(widget: &Widget) -> WidgetStatus {
    let conditions = widget.status.iter().flat_map(|status| &status.conditions);
    let since = conditions
        .filter(|condition| condition.type_ == "Ready" && condition.status == "True")
        .map(|condition| condition.last_transition_time.clone())
        .next();
    WidgetStatus {
        observed_generation: widget.metadata.generation,
        nonce: widget.spec.nonce.clone(),
        ready: true,
        conditions: vec![Condition {
            type_: "Ready".to_owned(),
            status: "True".to_owned(),
            reason: "Applied".to_owned(),
            message: "All children are applied.".to_owned(),
            last_transition_time: since.unwrap_or_else(|| Time(Timestamp::now())),
            observed_generation: None,
        }],
    }
}
