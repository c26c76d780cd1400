//! probe
use queens::{problem::Problem, board::Square};
fn main() { let a: Vec<String> = std::env::args().collect();
 let t = std::fs::read_to_string(&a[1]).unwrap(); let mut it = t.lines(); let n: u32 = it.next().unwrap().trim().parse().unwrap();
 let mut b = Problem::builder(n, n);
 for l in it { let (x, r) = match l.strip_prefix("x ") { Some(r) => (true, r), None => (false, l) }; let Some((r, c)) = r.split_once(',') else { continue };
  let s = Square::new(r.trim().parse().unwrap(), c.trim().parse().unwrap()); b = if x { b.hole(s) } else { b.given(s) }; }
 let p = b.build().unwrap();
 let (f, s) = queens::completion::probe(&p, a.get(2).map(|s| s.parse().unwrap()), &Default::default());
 println!("{} {} {:?}", a[1], f, s);
}
