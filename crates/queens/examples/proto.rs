fn main() {
    let a: Vec<u32> = std::env::args().skip(1).map(|x| x.parse().unwrap()).collect();
    let (k, lo, hi) = (a[0], a[1], a[2]);
    for n in lo..=hi {
        let t = std::time::Instant::now();
        let r = queens::count::proto(n, k);
        println!("{n} {:?} {:?}", t.elapsed(), r);
    }
}
