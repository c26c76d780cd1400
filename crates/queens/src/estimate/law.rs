//! The laws by which the number of solutions grows, as they are published: what estimates are seen beside.

use super::space::falling;

/// The constant a for which Q(n) = ((1 + o(1)) n e^-a)^n: Simkin (The number of n-queens configurations, Advances in
/// Mathematics 427, 2023) proved that it exists and lies between 1.939 and 1.945; Nobel, Agrawal and Boyd (Computing
/// tighter bounds on the n-queens constant via Newton's engine, Optimization Letters 17, 2023) that it is 1.94400 to
/// within 0.00001.
pub const CONSTANT: f64 = 1.944_00;

/// The factor of the fit; see [`fitted`].
pub const FACTOR: f64 = 2.53;

/// The rate of the fit; see [`fitted`].
pub const RATE: f64 = 0.944_001;

/// ln n!.
///
/// # Complexity
/// O(n).
#[must_use]
pub fn ln_factorial(n: u32) -> f64 {
    falling(n as usize, n as usize)
}

/// The logarithm of 2.53 n! e^(-0.944001 n), which was fitted to Q(24) to Q(27). A fit, no theorem: that the factor has a
/// limit is not proved.
///
/// # Complexity
/// O(n).
#[must_use]
pub fn fitted(n: u32) -> f64 {
    FACTOR.ln() + ln_factorial(n) - RATE * f64::from(n)
}

/// The factor that a number of solutions, by its logarithm, has in that form: Q(n) e^(0.944001 n) / n!.
#[must_use]
pub fn factor(n: u32, ln: f64) -> f64 {
    (ln - ln_factorial(n) + RATE * f64::from(n)).exp()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Problem;
    use crate::reference;

    /// A000170 at 24 to 27, and the factors that the fit was published with.
    #[test]
    fn the_fit_is_that_of_the_last_counts() {
        for (n, published) in [(24, 2.533), (25, 2.528), (26, 2.526), (27, 2.531)] {
            let count = reference::published(&Problem::queens(n).unwrap()).unwrap().value as f64;
            assert!((factor(n, count.ln()) - published).abs() < 1e-3, "{n}");
            assert!((fitted(n) - count.ln()).abs() < 3e-3, "{n}");
        }
    }
}
