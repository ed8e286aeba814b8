//! Temporary.
use std::io::Write;
fn main() {
    let mut args = std::env::args().skip(1);
    let mut s = protocol_tests::subject::Subject::new(args.next().unwrap());
    let mut st = protocol_tests::schedule::Settings::default();
    for a in args { if a=="--full" {st.full=true} else if let Some(b)=a.strip_prefix("=") { s.arguments.push(b.into()) } else { st.filters.push(a) } }
    let groups = match protocol_tests::case::read_folder(std::path::Path::new("protocol-tests/cases")) { Ok(g)=>g, Err(e)=>{ let _=writeln!(std::io::stdout(),"{e}"); return } };
    let r = protocol_tests::schedule::run(&s,&groups,&st,&|_|{});
    let mut out=std::io::stdout();
    for o in &r.outcomes { let _=writeln!(out,"{} {:?}", o.id, o.verdict);
      if o.verdict.is_failed() { if let Some(run)=o.telling_run().or(o.runs.first()) { let _=writeln!(out," [{} {}]",run.variation,run.delivery); for e in run.transcript.iter().rev().take(12).rev() { let _=writeln!(out,"    {:>9.1} {:?} {}",e.at.as_secs_f64()*1e3,e.speaker,e.text);} } }
      for run in &o.runs { for sl in &run.slack { let _=writeln!(out,"   slack {} {:?}",run.variation,sl); } } }
    let n=r.outcomes.iter().map(|o|o.runs.len()).sum::<usize>();
    let _=writeln!(out,"{} cases {} runs {:?}; failed {}",r.outcomes.len(),n,r.took,r.outcomes.iter().filter(|o|o.verdict.is_failed()).count());
}
