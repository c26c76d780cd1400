//! Plots: nodes and time of engines over the size, each on a logarithmic scale; the
//! growth law of Q(n).

use plotters::coord::Shift;
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
    let points = || lines.iter().flat_map(|line| line.1);
    if points().next().is_none() {
        return area
            .titled(&format!("no {quantity}"), ("sans-serif", 15))
            .map(|_| ());
    }
    let (first, last) = value_range(points().map(|point| point.0));
    let (low, high) = value_range(points().map(|point| point.1.log10()));
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
            .legend(move |(x, y)| {
                PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(2))
            });
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
    let (constant, fit) = (
        1.0 - queens::estimate::law::QUEENS_CONSTANT,
        queens::estimate::law::FIT_FACTOR,
    );
    let both = |part: fn(&LawPoint) -> [f64; 3]| {
        points
            .iter()
            .map(move |point| (point, part(point)))
            .collect()
    };
    let (rates, factors): (Vec<_>, Vec<_>) =
        (both(|point| point.rate), both(|point| point.factor));
    draw_svg(|canvas| {
        canvas.fill(&WHITE)?;
        let below = canvas
            .titled("Growth of the number of solutions Q(n)", ("sans-serif", 20))?;
        let (left, right) = below.split_horizontally(PLOT_SIZE.0 / 2);
        let rate = (
            "1 - 1.94400, the limit",
            constant,
            SeriesLabelPosition::UpperRight,
        );
        law_panel(&left, "ln(Q(n) / n!) / n", &rates, -0.95..-0.75, rate)?;
        let factor = (
            "2.53, fitted to n = 24 to 27",
            fit,
            SeriesLabelPosition::LowerRight,
        );
        law_panel(
            &right,
            "Q(n) / (n! e^(-0.944001 n))",
            &factors,
            2.0..3.0,
            factor,
        )?;
        canvas.present()
    })
}

/// Draws one quantity over the size, on a logarithmic scale, with a labelled line. Points
/// outside the range are left out.
fn law_panel<'s>(
    area: &Canvas<'s>,
    quantity: &str,
    points: &[(&LawPoint, [f64; 3])],
    range: std::ops::Range<f64>,
    (words, line, legend): (&str, f64, SeriesLabelPosition),
) -> Result<(), PlotError<'s>> {
    let (low, high) = (range.start, range.end);
    let mut chart = ChartBuilder::on(area)
        .margin(14)
        .x_label_area_size(44)
        .y_label_area_size(64)
        .build_cartesian_2d((7f64..16_000f64).log_scale(), range)?;
    chart
        .configure_mesh()
        .light_line_style(BLACK.mix(0.0))
        .bold_line_style(BLACK.mix(0.15))
        .x_desc("size n of the board")
        .y_desc(quantity)
        .x_label_formatter(&|size| format!("{size:.0}"))
        .y_label_formatter(&|value| format!("{value:.2}"))
        .label_style(("sans-serif", 13))
        .axis_desc_style(("sans-serif", 15))
        .draw()?;
    let path = |colour: RGBColor| {
        move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(2))
    };
    let ends = [(7.0, line), (16_000.0, line)];
    chart
        .draw_series(LineSeries::new(ends, CURVE_COLOURS[6].stroke_width(1)))?
        .label(words)
        .legend(path(CURVE_COLOURS[6]));
    let seen = |is_exact: bool| {
        points.iter().filter(move |(point, at)| {
            point.is_exact == is_exact && at[1] >= low && at[1] <= high
        })
    };
    chart
        .draw_series(seen(true).map(|(point, at)| {
            Circle::new((point.size, at[1]), 3, CURVE_COLOURS[0].filled())
        }))?
        .label("counted (A000170)")
        .legend(|(x, y)| Circle::new((x + 9, y), 3, CURVE_COLOURS[0].filled()));
    chart.draw_series(seen(false).map(|(point, [from, _, to])| {
        PathElement::new(
            [(point.size, from.max(low)), (point.size, to.min(high))],
            CURVE_COLOURS[1].stroke_width(2),
        )
    }))?;
    chart
        .draw_series(seen(false).map(|(point, at)| {
            Circle::new((point.size, at[1]), 3, CURVE_COLOURS[1].filled())
        }))?
        .label("estimated, 95 % interval")
        .legend(path(CURVE_COLOURS[1]));
    chart
        .configure_series_labels()
        .position(legend)
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK.mix(0.3))
        .label_font(("sans-serif", 13))
        .draw()?;
    Ok(())
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
