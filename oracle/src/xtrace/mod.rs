//! tmp
use crate::*;
pub struct Tracing;
impl Tracing {
    pub fn new(_: &Shell, _: Delivery) -> Option<Self> {
        None
    }
    pub fn alter(&self, _: &mut Vec<Bytes>, _: &mut Vec<(Bytes, Bytes)>) {}
    pub fn commands(&self, _: &Observation) -> Option<Vec<Command>> {
        None
    }
}
pub fn same(_: &Observation, _: &Observation) -> bool {
    true
}
