//! Plots: nodes and time of engines over the size, each on a logarithmic scale; the
//! growth law of Q(n).

use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;

/// Width and height of the plot, in pixels.
const PLOT_SIZE: (u32, u32) = (1040, 500);

/// Colours that colour-blind people can distinguish (Okabe and Ito 2008), without the
/// yellow.
const CURVE_COLOURS: [RGBColor; 7] = [
    RGBColor(0x00, 0x72, 0xb2),
    RGBColor(0xd5, 0x5e, 0x00),
    RGBColor(0x00, 0x9e, 0x73),
    RGBColor(0xcc, 0x79, 0xa7),
    RGBColor(0x56, 0xb4, 0xe9),
    RGBColor(0xe6, 0x9f, 0x00),
    RGBColor(0x00, 0x00, 0x00),
];

/// Nodes and seconds of one engine over the size: values above 0.
pub(crate) struct EngineCurve {
    pub(crate) name: &'static str,
    pub(crate) nodes: Vec<(f64, f64)>,
    pub(crate) seconds: Vec<(f64, f64)>,
}

type Canvas<'s> = DrawingArea<SVGBackend<'s>, Shift>;
type PlotError<'s> = DrawingAreaErrorKind<<SVGBackend<'s> as DrawingBackend>::ErrorType>;

/// Draws the plot as SVG text.
pub(crate) fn plot_growth(title: &str, lines: &[EngineCurve]) -> Result<String, String> {
    if lines.is_empty() {
        return Err("no size was completed: there is nothing to plot".to_owned());
    }
    draw_svg(|canvas| draw_growth(canvas, title, lines))
}

/// Returns a drawing as SVG text.
fn draw_svg(
    draw: impl for<'s> FnOnce(&Canvas<'s>) -> Result<(), PlotError<'s>>,
) -> Result<String, String> {
    let mut svg = String::new();
    {
        let canvas = SVGBackend::with_string(&mut svg, PLOT_SIZE).into_drawing_area();
        draw(&canvas).map_err(|error| format!("cannot draw the plot: {error}"))?;
    }
    svg.push('\n');
    Ok(svg)
}

fn draw_growth<'s>(
    canvas: &Canvas<'s>,
    title: &str,
    lines: &[EngineCurve],
) -> Result<(), PlotError<'s>> {
    canvas.fill(&WHITE)?;
    let below = canvas.titled(title, ("sans-serif", 20))?;
    let (left, right) = below.split_horizontally(PLOT_SIZE.0 / 2);
    let nodes: Vec<_> = lines
        .iter()
        .map(|line| (line.name, &line.nodes[..]))
        .collect();
    draw_panel(&left, "nodes", &nodes)?;
    let seconds: Vec<_> = lines
        .iter()
        .map(|line| (line.name, &line.seconds[..]))
        .collect();
    draw_panel(&right, "seconds", &seconds)?;
    canvas.present()
}

/// Draws one quantity over the size.
fn draw_panel<'s>(
    area: &Canvas<'s>,
    quantity: &str,
    lines: &[(&str, &[(f64, f64)])],
) -> Result<(), PlotError<'s>> {
    let points: Vec<(f64, f64)> = lines.iter().flat_map(|line| line.1).copied().collect();
    if points.is_empty() {
        return area
            .titled(&format!("no {quantity}"), ("sans-serif", 15))
            .map(|_| ());
    }
    let (first, last) = value_range(points.iter().map(|point| point.0));
    let (low, high) = value_range(points.iter().map(|point| point.1.log10()));
    let (low, high) = (low.floor(), high.ceil().max(low.floor() + 1.0));
    let mut chart = ChartBuilder::on(area)
        .margin(14)
        .x_label_area_size(44)
        .y_label_area_size(64)
        .build_cartesian_2d(
            (first - 0.3)..(last + 0.3),
            (10f64.powf(low)..10f64.powf(high)).log_scale(),
        )?;
    chart
        .configure_mesh()
        .light_line_style(BLACK.mix(0.05))
        .bold_line_style(BLACK.mix(0.15))
        .x_desc("size n of the board")
        .y_desc(quantity)
        .x_labels((last - first) as usize + 1)
        .x_label_formatter(&|size| format!("{size:.0}"))
        .y_label_formatter(&|value| tick_label(*value))
        .label_style(("sans-serif", 13))
        .axis_desc_style(("sans-serif", 15))
        .draw()?;
    for ((name, points), &colour) in lines.iter().zip(CURVE_COLOURS.iter().cycle()) {
        chart
            .draw_series(
                LineSeries::new(points.iter().copied(), colour.stroke_width(2))
                    .point_size(3),
            )?
            .label(*name)
            .legend(move |at| legend_line(at, colour));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK.mix(0.3))
        .label_font(("sans-serif", 13))
        .draw()?;
    Ok(())
}

/// Count or estimate of Q(n) at one size: lower end, value, upper end.
pub(crate) struct LawPoint {
    pub(crate) size: f64,
    pub(crate) rate: [f64; 3],
    pub(crate) factor: [f64; 3],
    pub(crate) is_exact: bool,
}

/// Draws the growth law as SVG text: points with their intervals, and the lines to
/// compare them with.
pub(crate) fn plot_law(points: &[LawPoint]) -> Result<String, String> {
    let rates = LawPanel {
        quantity: "ln(Q(n) / n!) / n",
        range: -0.95..-0.75,
        line: 1.0 - queens::estimate::law::QUEENS_CONSTANT,
        line_words: "1 - 1.94400, the limit",
        legend: SeriesLabelPosition::UpperRight,
        points: points
            .iter()
            .map(|point| PanelPoint::new(point, point.rate))
            .collect(),
    };
    let factors = LawPanel {
        quantity: "Q(n) / (n! e^(-0.944001 n))",
        range: 2.0..3.0,
        line: queens::estimate::law::FIT_FACTOR,
        line_words: "2.53, fitted to n = 24 to 27",
        legend: SeriesLabelPosition::LowerRight,
        points: points
            .iter()
            .map(|point| PanelPoint::new(point, point.factor))
            .collect(),
    };
    draw_svg(|canvas| {
        canvas.fill(&WHITE)?;
        let below = canvas
            .titled("Growth of the number of solutions Q(n)", ("sans-serif", 20))?;
        let (left, right) = below.split_horizontally(PLOT_SIZE.0 / 2);
        rates.draw(&left)?;
        factors.draw(&right)?;
        canvas.present()
    })
}

/// A value of a quantity at one size.
struct PanelPoint {
    size: f64,
    /// Lower end, value, upper end.
    value: [f64; 3],
    is_exact: bool,
}

impl PanelPoint {
    fn new(point: &LawPoint, value: [f64; 3]) -> Self {
        PanelPoint {
            size: point.size,
            value,
            is_exact: point.is_exact,
        }
    }

    /// The dot at the value.
    fn dot(&self, colour: RGBColor) -> Circle<(f64, f64), i32> {
        Circle::new((self.size, self.value[1]), 3, colour.filled())
    }
}

/// One quantity over the size, on a logarithmic scale, with a labelled line.
struct LawPanel {
    quantity: &'static str,
    /// Values that are drawn; points outside are left out.
    range: std::ops::Range<f64>,
    line: f64,
    line_words: &'static str,
    /// Place of the legend, where no points are.
    legend: SeriesLabelPosition,
    points: Vec<PanelPoint>,
}

/// Chart of a growth law: sizes on a logarithmic scale.
type LawChart<'c, 's> =
    ChartContext<'c, SVGBackend<'s>, Cartesian2d<LogCoord<f64>, RangedCoordf64>>;

impl LawPanel {
    fn draw<'s>(&self, area: &Canvas<'s>) -> Result<(), PlotError<'s>> {
        let mut chart = ChartBuilder::on(area)
            .margin(14)
            .x_label_area_size(44)
            .y_label_area_size(64)
            .build_cartesian_2d((7f64..16_000f64).log_scale(), self.range.clone())?;
        self.draw_axes(&mut chart)?;
        let ends = [(7.0, self.line), (16_000.0, self.line)];
        let style = CURVE_COLOURS[6].stroke_width(1);
        chart
            .draw_series(LineSeries::new(ends, style))?
            .label(self.line_words)
            .legend(|at| legend_line(at, CURVE_COLOURS[6]));
        self.draw_points(&mut chart)?;
        chart
            .configure_series_labels()
            .position(self.legend.clone())
            .background_style(WHITE.mix(0.8))
            .border_style(BLACK.mix(0.3))
            .label_font(("sans-serif", 13))
            .draw()?;
        Ok(())
    }

    fn draw_axes<'s>(&self, chart: &mut LawChart<'_, 's>) -> Result<(), PlotError<'s>> {
        chart
            .configure_mesh()
            .light_line_style(BLACK.mix(0.0))
            .bold_line_style(BLACK.mix(0.15))
            .x_desc("size n of the board")
            .y_desc(self.quantity)
            .x_label_formatter(&|size| format!("{size:.0}"))
            .y_label_formatter(&|value| format!("{value:.2}"))
            .label_style(("sans-serif", 13))
            .axis_desc_style(("sans-serif", 15))
            .draw()
    }

    /// Draws the counts as dots, and the estimates as dots with their intervals.
    fn draw_points<'s>(&self, chart: &mut LawChart<'_, 's>) -> Result<(), PlotError<'s>> {
        let seen = self.points.iter().filter(|point| {
            (self.range.start..=self.range.end).contains(&point.value[1])
        });
        let (exact, estimated): (Vec<_>, Vec<_>) = seen.partition(|point| point.is_exact);
        chart
            .draw_series(exact.iter().map(|point| point.dot(CURVE_COLOURS[0])))?
            .label("counted (A000170)")
            .legend(|(x, y)| Circle::new((x + 9, y), 3, CURVE_COLOURS[0].filled()));
        chart.draw_series(estimated.iter().map(|point| {
            let [from, _, to] = point.value;
            // An interval may reach beyond the range of its value.
            let (from, to) = (from.max(self.range.start), to.min(self.range.end));
            PathElement::new(
                [(point.size, from), (point.size, to)],
                CURVE_COLOURS[1].stroke_width(2),
            )
        }))?;
        chart
            .draw_series(estimated.iter().map(|point| point.dot(CURVE_COLOURS[1])))?
            .label("estimated, 95 % interval")
            .legend(|at| legend_line(at, CURVE_COLOURS[1]));
        Ok(())
    }
}

/// The line beside a label of the legend.
fn legend_line((x, y): (i32, i32), colour: RGBColor) -> PathElement<(i32, i32)> {
    PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(2))
}

/// Returns the lowest and the highest value.
fn value_range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values.fold((f64::MAX, f64::MIN), |(low, high), value| {
        (low.min(value), high.max(value))
    })
}

/// Returns a short label for a tick of a logarithmic scale, which is a digit times a
/// power of ten: `1000`, `20`, `0.05`, `1e6`, `3e-5`.
fn tick_label(value: f64) -> String {
    // Rounding may put the logarithm of a power of ten just below a whole number.
    let exponent = (value.log10() + 1e-9).floor() as i32;
    let digit = value / 10f64.powi(exponent);
    match exponent {
        0..=3 => format!("{value:.0}"),
        -2..=-1 => format!("{value:.*}", exponent.unsigned_abs() as usize),
        _ => format!("{digit:.0}e{exponent}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_have_short_labels() {
        for (value, text) in [
            (1.0, "1"),
            (20.0, "20"),
            (100.0, "100"),
            (3000.0, "3000"),
            (1e4, "1e4"),
            (2e6, "2e6"),
            (0.1, "0.1"),
            (0.02, "0.02"),
            (0.001, "1e-3"),
            (5e-5, "5e-5"),
        ] {
            assert_eq!(tick_label(value), text);
        }
    }
}
