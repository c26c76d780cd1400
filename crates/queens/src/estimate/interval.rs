//! Confidence intervals for the mean of weights given by their logarithms.

/// An estimate of a positive number with a 95 percent interval, by natural logarithms:
/// the number may have a hundred thousand digits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Logarithm of the estimate.
    pub ln: f64,
    /// Relative standard error: 0.01 for one percent.
    pub error: f64,
    /// Logarithm of the lower end of the 95 percent interval.
    pub low: f64,
    /// Logarithm of its upper end.
    pub high: f64,
}

impl Interval {
    /// Creates the interval of an exactly known number.
    #[must_use]
    pub fn exact(ln: f64) -> Self {
        Interval {
            ln,
            error: 0.0,
            low: ln,
            high: ln,
        }
    }

    /// Estimates the mean of independent weights from their logarithms (minus infinity
    /// for a weight of 0). `None` if there are fewer than two weights or all are 0.
    ///
    /// The ends use Student's distribution with one degree of freedom less than there are
    /// weights, on the logarithm, because annealing weights are nearly log-normal.
    ///
    /// # Complexity
    /// O(weights).
    #[must_use]
    pub fn from_ln_weights(ln_weights: &[f64]) -> Option<Self> {
        let (ln, variance) = mean_and_variance(ln_weights)?;
        let error = (variance / ln_weights.len() as f64).sqrt();
        let reach = student(ln_weights.len() - 1) * error;
        Some(Interval {
            ln,
            error,
            low: ln - reach,
            high: ln + reach,
        })
    }

    /// Returns the interval of the number times a factor, given by its logarithm.
    #[must_use]
    pub fn times(self, ln: f64) -> Self {
        Interval {
            ln: self.ln + ln,
            low: self.low + ln,
            high: self.high + ln,
            ..self
        }
    }

    /// Returns half the width of the interval on the logarithm: the relative half width
    /// if it is small.
    #[must_use]
    pub fn reach(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// Returns true if the interval contains the number with the logarithm `ln`.
    #[must_use]
    pub fn holds(&self, ln: f64) -> bool {
        self.low <= ln && ln <= self.high
    }
}

/// Returns the logarithm of the mean of the weights, and their variance divided by the
/// square of the mean.
pub(super) fn mean_and_variance(ln_weights: &[f64]) -> Option<(f64, f64)> {
    let most = ln_weights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if ln_weights.len() < 2 || most == f64::NEG_INFINITY {
        return None;
    }
    let count = ln_weights.len() as f64;
    let weights = || ln_weights.iter().map(|ln| (ln - most).exp());
    let mean = weights().sum::<f64>() / count;
    let squares: f64 = weights().map(|weight| (weight / mean - 1.0).powi(2)).sum();
    Some((most + mean.ln(), squares / (count - 1.0)))
}

/// Returns the sample variance; 0 for fewer than two numbers.
pub(super) fn sample_variance(numbers: impl Iterator<Item = f64> + Clone) -> f64 {
    let count = numbers.clone().count() as f64;
    if count < 2.0 {
        return 0.0;
    }
    let mean = numbers.clone().sum::<f64>() / count;
    numbers.map(|number| (number - mean).powi(2)).sum::<f64>() / (count - 1.0)
}

/// Returns the 97.5 percent quantile of Student's distribution with the given degrees of
/// freedom (0 counts as 1), to 1 percent, and from ten degrees on to 0.001: the first two
/// from tables, the others by the expansion around the normal quantile (Abramowitz and
/// Stegun 1964, 26.7.5).
#[must_use]
pub fn student(degrees: usize) -> f64 {
    if degrees <= 2 {
        return [12.706, 4.303][degrees.saturating_sub(1)];
    }
    let (z, v) = (1.959_963_985_f64, degrees as f64);
    let term = |numerator: f64, denominator: f64| numerator / denominator;
    z + term(z.powi(3) + z, 4.0 * v)
        + term(
            5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z,
            96.0 * v.powi(2),
        )
        + term(
            3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z,
            384.0 * v.powi(3),
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tables of Student's distribution, such as Abramowitz and Stegun 26.10.
    #[test]
    fn quantiles_match_published_tables() {
        for (degrees, quantile) in
            [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (5, 2.571)]
        {
            assert!(
                (student(degrees) / quantile - 1.0).abs() < 0.01,
                "{degrees}: {}",
                student(degrees)
            );
        }
        for (degrees, quantile) in [
            (10, 2.228),
            (15, 2.131),
            (31, 2.040),
            (120, 1.980),
            (1_000_000, 1.960),
        ] {
            assert!(
                (student(degrees) - quantile).abs() < 1e-3,
                "{degrees}: {}",
                student(degrees)
            );
        }
    }

    #[test]
    fn a_mean_of_logarithms_is_the_logarithm_of_the_mean() {
        // 1, 2, 3, 6 and 0: mean 2.4, variance 5.3; beyond what a float holds as a
        // number, too.
        let weights: Vec<f64> = [1.0f64, 2.0, 3.0, 6.0, 0.0]
            .iter()
            .map(|w| w.ln() + 5000.0)
            .collect();
        let (ln, variance) = mean_and_variance(&weights).unwrap();
        assert!(
            (ln - 5000.0 - 2.4f64.ln()).abs() < 1e-12
                && (variance - 5.3 / 5.76).abs() < 1e-12
        );
        let interval = Interval::from_ln_weights(&weights).unwrap();
        assert!(interval.holds(interval.ln) && interval.high > interval.low);
        assert_eq!(Interval::from_ln_weights(&[f64::NEG_INFINITY; 3]), None);
        assert_eq!(Interval::from_ln_weights(&[1.0]), None);
    }
}
