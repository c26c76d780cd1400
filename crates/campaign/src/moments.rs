//! Moments of the times of units, and the estimate of the time that is left.

use crate::TimeInterval;
use queens::estimate::student;
use serde::{Deserialize, Serialize};

/// Moments of the weights and times of units: numbers of constant size from which the
/// ratio estimator is computed. Those of different units are combined by the formulas of
/// Chan, Golub and LeVeque 1983, "Algorithms for computing the sample variance".
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct TimeMoments {
    #[serde(rename = "u")]
    units: u64,
    #[serde(rename = "w")]
    mean_weight: f64,
    #[serde(rename = "s")]
    mean_seconds: f64,
    /// Sum of the squared deviations from the mean weight.
    #[serde(rename = "ww")]
    weight_squares: f64,
    /// The same of the seconds.
    #[serde(rename = "ss")]
    second_squares: f64,
    /// Sum of the products of both deviations.
    #[serde(rename = "ws")]
    products: f64,
}

impl TimeMoments {
    /// Returns the moments of one unit.
    pub(crate) fn from_unit(weight: f64, seconds: f64) -> Self {
        TimeMoments {
            units: 1,
            mean_weight: weight,
            mean_seconds: seconds,
            ..TimeMoments::default()
        }
    }

    /// Returns the moments of both sets of units.
    pub(crate) fn and(self, other: Self) -> Self {
        if other.units == 0 {
            return self;
        }
        let units = self.units + other.units;
        let part = other.units as f64 / units as f64;
        let (weight, seconds) = (
            other.mean_weight - self.mean_weight,
            other.mean_seconds - self.mean_seconds,
        );
        let between = self.units as f64 * part;
        TimeMoments {
            units,
            mean_weight: self.mean_weight + weight * part,
            mean_seconds: self.mean_seconds + seconds * part,
            weight_squares: self.weight_squares
                + other.weight_squares
                + weight * weight * between,
            second_squares: self.second_squares
                + other.second_squares
                + seconds * seconds * between,
            products: self.products + other.products + weight * seconds * between,
        }
    }

    /// Returns the sum of the weights.
    pub(crate) fn share(&self) -> f64 {
        self.units as f64 * self.mean_weight
    }

    /// Returns the number of units.
    pub(crate) fn units(&self) -> u64 {
        self.units
    }

    /// Returns the sum of the times, in seconds.
    pub(crate) fn seconds(&self) -> f64 {
        self.units as f64 * self.mean_seconds
    }

    /// Estimates the thread time of the missing units by the ratio of time to weight of
    /// the others, which are a random sample by the keyed deal. The weight is the
    /// engine's model of the time of a unit.
    ///
    /// The interval is the relative standard error of the ratio estimator (Cochran 1977,
    /// "Sampling techniques", 6.4), with the correction for a finite population, times
    /// the quantile of Student's distribution, on the logarithm: a time is positive, and
    /// a sample that says little gives a wide interval, not one that begins at 0. It is
    /// too narrow for few units of very different times.
    pub(crate) fn time_left(&self, share: f64, units: u64) -> Option<TimeInterval> {
        if self.units < 2 || self.mean_weight <= 0.0 {
            return None;
        }
        let done = self.units as f64;
        let ratio = self.mean_seconds / self.mean_weight;
        let squares = self.second_squares - 2.0 * ratio * self.products
            + ratio * ratio * self.weight_squares;
        let finite = (1.0 - done / units as f64).max(0.0);
        let error =
            (finite * squares.max(0.0) / (done * (done - 1.0))).sqrt() / self.mean_weight;
        let rest = (1.0 - share).max(0.0);
        let estimate = ratio * rest;
        let degrees = usize::try_from(self.units - 1).unwrap_or(usize::MAX);
        let width = if ratio > 0.0 {
            student(degrees) * error / ratio
        } else {
            0.0
        };
        Some(TimeInterval {
            low: estimate * (-width).exp(),
            estimate,
            high: estimate * width.exp(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moments(times: &[(f64, f64)]) -> TimeMoments {
        let each = times
            .iter()
            .map(|&(weight, seconds)| TimeMoments::from_unit(weight, seconds));
        each.fold(TimeMoments::default(), TimeMoments::and)
    }

    #[test]
    fn equal_units_have_no_uncertainty() {
        let left = moments(&[(0.1, 2.0); 4])
            .time_left(0.4, 10)
            .expect("four are enough");
        assert!(
            (left.estimate - 12.0).abs() < 1e-9 && left.high - left.low < 1e-9,
            "{left:?}"
        );
    }

    #[test]
    fn unequal_units_have_uncertainty() {
        let left = moments(&[(0.1, 1.0), (0.1, 3.0)])
            .time_left(0.2, 10)
            .expect("two are enough");
        assert!((left.estimate - 16.0).abs() < 1e-9);
        // The mean of 1 and 3 has a relative standard error of 1/2, times the root of
        // 0.8.
        let width = 12.706 * 0.5 * 0.8_f64.sqrt();
        assert!(((left.high / left.estimate).ln() - width).abs() < 1e-9);
        assert!(((left.estimate / left.low).ln() - width).abs() < 1e-9 && left.low > 0.0);
        assert_eq!(moments(&[(0.1, 1.0)]).time_left(0.1, 10), None);
    }

    /// The residuals of the ratio, added up unit by unit.
    #[test]
    fn moments_of_parts_add_up() {
        let times = [
            (0.01, 3.0),
            (0.02, 4.0),
            (0.015, 9.0),
            (0.03, 2.5),
            (0.005, 1.0),
        ];
        let (weights, seconds): (f64, f64) = (0.08, 19.5);
        let ratio = seconds / weights;
        let squares: f64 = times
            .iter()
            .map(|(weight, seconds)| (seconds - ratio * weight).powi(2))
            .sum();
        let error = (0.95 * squares / 20.0).sqrt() / (weights / 5.0);
        for cut in 0..=5 {
            let both = moments(&times[..cut]).and(moments(&times[cut..]));
            assert!((both.share() - weights).abs() < 1e-12);
            let left = both.time_left(weights, 100).expect("five are enough");
            assert!((left.estimate - ratio * 0.92).abs() < 1e-9, "{left:?}");
            assert!(
                ((left.high / left.estimate).ln() - student(4) * error / ratio).abs()
                    < 1e-9,
                "{left:?}"
            );
        }
    }
}
