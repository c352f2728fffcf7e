//! What every reconcile shares.
use std::time::Duration;

use k8s_openapi::api::core::v1::{ConfigMap, Service};
use kube::{
    Client,
    api::PatchParams,
    runtime::{events::Recorder, reflector::Store},
};
use tokio::time::timeout;

use crate::{reconcile::Error, unseen::Unseen};

const NAME: &str = "widget-operator";
/// The stores stop filling when the operator shuts down, and a reconcile must not wait for them then.
const SYNC_TIMEOUT: Duration = Duration::from_secs(10);

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

    pub async fn children_are_known(&self) -> Result<(), Error> {
        let stores = async {
            self.config_maps.wait_until_ready().await?;
            self.services.wait_until_ready().await
        };
        timeout(SYNC_TIMEOUT, stores)
            .await
            .map_err(|_| Error::NotSynced)??;
        Ok(())
    }
}
