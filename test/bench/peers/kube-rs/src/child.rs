//! The children that a Widget wants, and when one that is there will do.
use std::{collections::BTreeMap, fmt::Debug};

use k8s_openapi::{
    NamespaceResourceScope,
    api::core::v1::{ConfigMap, Service, ServicePort, ServiceSpec},
    apimachinery::pkg::util::intstr::IntOrString,
};
use kube::{Resource, ResourceExt, api::ObjectMeta};
use serde::{Serialize, de::DeserializeOwned};

use crate::widget::Widget;

type Entries = Option<BTreeMap<String, String>>;

pub trait Child:
    Resource<DynamicType = (), Scope = NamespaceResourceScope>
    + Clone
    + Debug
    + Serialize
    + DeserializeOwned
{
    fn has_content_of(&self, desired: &Self) -> bool;

    fn satisfies(&self, desired: &Self) -> bool {
        let owners = self.owner_references();
        desired
            .owner_references()
            .iter()
            .all(|owner| owners.contains(owner))
            && self.has_content_of(desired)
    }
}

impl Child for ConfigMap {
    fn has_content_of(&self, desired: &Self) -> bool {
        includes(&self.data, &desired.data)
    }
}

impl Child for Service {
    fn has_content_of(&self, desired: &Self) -> bool {
        let (Some(spec), Some(wanted)) = (&self.spec, &desired.spec) else {
            return false;
        };
        includes(&spec.selector, &wanted.selector) && spec.ports == wanted.ports
    }
}

/// Keys of others are ignored: server-side apply would not remove them.
fn includes(entries: &Entries, desired: &Entries) -> bool {
    let present = |(key, value)| entries.as_ref().and_then(|all| all.get(key)) == Some(value);
    desired.iter().flatten().all(present)
}

/// The names of the ConfigMaps beyond the first child and the Service.
pub fn further_config_maps(widget: &Widget, children: u16) -> impl Iterator<Item = String> {
    let name = widget.name_any();
    (2..children).map(move |number| format!("{name}-config-{number}"))
}

pub fn config_map(widget: &Widget, name: String) -> ConfigMap {
    let data = [
        ("size".to_owned(), widget.spec.size.to_string()),
        ("text".to_owned(), widget.spec.text.clone()),
    ];
    ConfigMap {
        metadata: owned_by(widget, name),
        data: Some(data.into()),
        ..ConfigMap::default()
    }
}

pub fn service(widget: &Widget) -> Service {
    let port = ServicePort {
        name: Some("http".to_owned()),
        port: 80,
        // The API server's default, spelled out so that the cached port compares equal.
        protocol: Some("TCP".to_owned()),
        target_port: Some(IntOrString::Int(8080)),
        ..ServicePort::default()
    };
    Service {
        metadata: owned_by(widget, widget.name_any()),
        spec: Some(ServiceSpec {
            cluster_ip: Some("None".to_owned()),
            selector: Some([("widget".to_owned(), widget.name_any())].into()),
            ports: Some(vec![port]),
            ..ServiceSpec::default()
        }),
        ..Service::default()
    }
}

fn owned_by(widget: &Widget, name: String) -> ObjectMeta {
    ObjectMeta {
        name: Some(name),
        namespace: widget.namespace(),
        owner_references: widget.controller_owner_ref(&()).map(|owner| vec![owner]),
        ..ObjectMeta::default()
    }
}
