//! The state that every reconcile shares.
use k8s_openapi::api::core::v1::{ConfigMap, Service};
use kube::{
    Client,
    api::PatchParams,
    runtime::{
        events::Recorder,
        reflector::{Store, store::WriterDropped},
    },
};

use crate::unseen::Unseen;

const NAME: &str = "widget-operator";

pub struct Context {
    pub client: Client,
    pub recorder: Recorder,
    pub config_maps: Store<ConfigMap>,
    pub services: Store<Service>,
    pub children: u16,
    pub apply: PatchParams,
    pub unseen: Unseen,
}

impl Context {
    pub fn new(
        client: Client,
        config_maps: Store<ConfigMap>,
        services: Store<Service>,
        children: u16,
    ) -> Self {
        Self {
            recorder: Recorder::new(client.clone(), NAME.into()),
            client,
            config_maps,
            services,
            children,
            apply: PatchParams::apply(NAME).force(),
            unseen: Unseen::default(),
        }
    }

    pub async fn children_are_known(&self) -> Result<(), WriterDropped> {
        self.config_maps.wait_until_ready().await?;
        self.services.wait_until_ready().await
    }
}
