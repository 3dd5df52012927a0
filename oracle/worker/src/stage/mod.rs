//! tmp
use crate::observation::Effect; use crate::world::*;
use std::path::*;
#[derive(Debug)] pub struct Stage{}
#[derive(Debug)] pub struct StageError; impl std::fmt::Display for StageError { fn fmt(&self,f:&mut std::fmt::Formatter<'_>)->std::fmt::Result{f.write_str("x")}}
pub enum ResetOutcome{Clean, RebuildNeeded(String)}
pub struct StageReport{pub effects:Vec<Effect>, pub touched_contents:Vec<(Bytes,Bytes)>, pub unobserved:Vec<String>}
impl Stage { pub fn new(b:&Path)->Result<Self,StageError>{ for d in ["w/tree","w/home","w/tmp"] { std::fs::create_dir_all(b.join(d)).unwrap(); } Ok(Self{})} pub fn populate(&mut self,_:&World)->Result<(),StageError>{Ok(())}
pub fn freeze(&mut self,_:&World)->Result<(),StageError>{Ok(())} pub fn pump(&mut self)->Result<(),StageError>{Ok(())} pub fn finish(&mut self)->Result<StageReport,StageError>{Ok(StageReport{effects:vec![],touched_contents:vec![],unobserved:vec![]})}
pub fn reset(&mut self)->Result<ResetOutcome,StageError>{Ok(ResetOutcome::Clean)} pub fn audit(&mut self)->Result<(),String>{Ok(())}}
