//! Our last writes of Widgets that the store has not shown yet.
use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use kube::ResourceExt;

use crate::widget::Widget;

type Versions = HashMap<String, u64>;

#[derive(Default)]
pub struct Unseen(Mutex<Versions>);

impl Unseen {
    pub fn wrote(&self, widget: &Widget) {
        if let (Some(uid), Some(version)) = (widget.uid(), version_of(widget)) {
            self.versions().insert(uid, version);
        }
    }

    /// Whether a write of ours came after this Widget; its event will trigger the next reconcile.
    pub fn is_behind(&self, widget: &Widget) -> bool {
        let (Some(uid), Some(version)) = (widget.uid(), version_of(widget)) else {
            return false;
        };
        let mut versions = self.versions();
        let behind = versions.get(&uid).is_some_and(|&written| version < written);
        if !behind {
            versions.remove(&uid);
        }
        behind
    }

    fn versions(&self) -> MutexGuard<'_, Versions> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Resource versions of one kind can be compared as numbers since Kubernetes 1.35.
fn version_of(widget: &Widget) -> Option<u64> {
    widget.resource_version()?.parse().ok()
}
