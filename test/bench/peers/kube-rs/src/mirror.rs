//! A watch of one kind of child that fills a store before it triggers the owners.
use std::fmt::Debug;

use futures::Stream;
use kube::{
    Api, Resource, ResourceExt,
    runtime::{
        WatchStreamExt,
        reflector::{self, Store},
        watcher,
    },
};
use serde::de::DeserializeOwned;

/// One watch for both, so that a reconcile never sees an older child than the one that triggered it.
pub fn mirror<K>(api: Api<K>) -> (Store<K>, impl Stream<Item = watcher::Result<K>>)
where
    K: Resource<DynamicType = ()> + Clone + Debug + DeserializeOwned + Send + Sync + 'static,
{
    let (store, writer) = reflector::store();
    let changes = watcher(api, watcher::Config::default().streaming_lists())
        .default_backoff()
        .modify(|child| child.managed_fields_mut().clear())
        .reflect(writer)
        .touched_objects();
    (store, changes)
}
