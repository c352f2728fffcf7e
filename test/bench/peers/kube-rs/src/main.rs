//! The operator of the benchmark, in kube-rs. See `../README.md`.
mod apply;
mod child;
mod context;
mod mirror;
mod reconcile;
mod shutdown;
mod status;
mod unseen;
mod widget;

use std::sync::Arc;

use clap::Parser;
use futures::StreamExt;
use kube::{
    Api, Client,
    runtime::{
        Controller,
        controller::{self, Error::ObjectNotFound},
        watcher,
    },
};
use tracing::error;

use crate::{context::Context, mirror::mirror, widget::Widget};

#[derive(Parser)]
struct Flags {
    /// The only namespace that is watched
    #[arg(long)]
    namespace: String,
    /// The number of concurrent reconciles
    #[arg(long, default_value_t = 10)]
    workers: u16,
    /// The children of each Widget
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..))]
    children: u16,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    tracing_subscriber::fmt().json().init();
    let flags = Flags::parse();
    let client = Client::try_default().await?;

    let widgets = Api::<Widget>::namespaced(client.clone(), &flags.namespace);
    let (config_maps, config_map_changes) =
        mirror(Api::namespaced(client.clone(), &flags.namespace));
    let (services, service_changes) = mirror(Api::namespaced(client.clone(), &flags.namespace));
    let context = Context::new(client, config_maps, services, flags.children);

    let operator = Controller::new(widgets, watcher::Config::default().streaming_lists())
        .owns_stream(config_map_changes)
        .owns_stream(service_changes)
        .with_config(controller::Config::default().concurrency(flags.workers))
        .shutdown_on_signal()
        .run(
            reconcile::reconcile,
            reconcile::error_policy,
            Arc::new(context),
        )
        .for_each(|outcome| async {
            match outcome {
                Ok(_) | Err(ObjectNotFound(_)) => {}
                Err(error) => error!(%error, "reconcile failed"),
            }
        });
    tokio::select! {
        () = operator => {}
        over = shutdown::grace_period_over() => over?,
    }
    Ok(())
}
