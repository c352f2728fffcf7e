//! The end of a graceful shutdown that does not end by itself.
use std::{io, time::Duration};

use tokio::{
    signal::unix::{SignalKind, signal},
    time::sleep,
};

const GRACE_PERIOD: Duration = Duration::from_secs(10);

/// A controller that is stopped before its stores are filled, such as without the CRD, waits for them forever.
pub async fn grace_period_over() -> io::Result<()> {
    signal(SignalKind::terminate())?.recv().await;
    sleep(GRACE_PERIOD).await;
    Ok(())
}
