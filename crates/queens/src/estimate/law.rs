//! Published laws for the growth of the number of solutions, for comparison with
//! estimates.

use super::space::ln_falling_factorial;

/// The n-queens constant a with Q(n) = ((1 + o(1)) n e^-a)^n. Simkin (The number of
/// n-queens configurations, Advances in Mathematics 427, 2023) proved that it exists and
/// is between 1.939 and 1.945; Nobel, Agrawal and Boyd (Computing tighter bounds on the
/// n-queens constant via Newton's method, Optimization Letters 17, 2023) proved that it
/// is 1.94400 to within 0.00001.
pub const QUEENS_CONSTANT: f64 = 1.944_00;

/// Factor of the fit; see [`fitted`].
pub const FIT_FACTOR: f64 = 2.53;

/// Rate of the fit; see [`fitted`].
pub const FIT_RATE: f64 = 0.944_001;

/// Returns ln n!.
///
/// # Complexity
/// O(n).
#[must_use]
pub fn ln_factorial(n: u32) -> f64 {
    ln_falling_factorial(n as usize, n as usize)
}

/// Returns the logarithm of 2.53 n! e^(-0.944001 n), a fit to Q(24) to Q(27). It is not a
/// theorem: the factor is not proved to have a limit.
///
/// # Complexity
/// O(n).
#[must_use]
pub fn fitted(n: u32) -> f64 {
    FIT_FACTOR.ln() + ln_factorial(n) - FIT_RATE * f64::from(n)
}

/// Returns the factor of the fit that gives the number of solutions with the logarithm
/// `ln`: Q(n) e^(0.944001 n) / n!.
#[must_use]
pub fn factor(n: u32, ln: f64) -> f64 {
    (ln - ln_factorial(n) + FIT_RATE * f64::from(n)).exp()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Problem;
    use crate::reference;

    /// A000170 at 24 to 27, and the factors that the fit was published with.
    #[test]
    fn the_law_fits_the_last_counts() {
        for (n, published) in [(24, 2.533), (25, 2.528), (26, 2.526), (27, 2.531)] {
            let count = reference::published(&Problem::queens(n).unwrap())
                .unwrap()
                .value as f64;
            assert!((factor(n, count.ln()) - published).abs() < 1e-3, "{n}");
            assert!((fitted(n) - count.ln()).abs() < 3e-3, "{n}");
        }
    }
}
