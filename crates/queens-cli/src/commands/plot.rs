//! The growth plot: nodes and time over the size, both on logarithmic scales.

use plotters::coord::Shift;
use plotters::prelude::*;

/// Width and height of the plot in pixels.
const SIZE: (u32, u32) = (860, 520);

const NODES: RGBColor = RGBColor(0x1f, 0x5f, 0xa8);
const TIME: RGBColor = RGBColor(0xc0, 0x5a, 0x12);

/// One size.
pub(crate) struct Sample {
    pub(crate) size: u32,
    pub(crate) nodes: u64,
    pub(crate) seconds: f64,
}

type Canvas<'s> = DrawingArea<SVGBackend<'s>, Shift>;
type PlotError<'s> = DrawingAreaErrorKind<<SVGBackend<'s> as DrawingBackend>::ErrorType>;

/// Draws the plot as SVG text.
pub(crate) fn growth(title: &str, points: &[Sample]) -> Result<String, String> {
    if points.is_empty() {
        return Err("no size was completed: there is nothing to plot".to_owned());
    }
    let mut svg = String::new();
    {
        let canvas = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        draw(&canvas, title, points).map_err(|error| format!("cannot draw the plot: {error}"))?;
    }
    svg.push('\n');
    Ok(svg)
}

fn draw<'s>(canvas: &Canvas<'s>, title: &str, points: &[Sample]) -> Result<(), PlotError<'s>> {
    canvas.fill(&WHITE)?;
    let sizes = points.iter().map(|point| f64::from(point.size));
    let (first, last) = sizes.fold((f64::MAX, f64::MIN), |(low, high), size| (low.min(size), high.max(size)));
    let nodes: Vec<(f64, f64)> = points.iter().map(|p| (f64::from(p.size), p.nodes.max(1) as f64)).collect();
    let times: Vec<(f64, f64)> = points.iter().map(|p| (f64::from(p.size), p.seconds.max(1e-7))).collect();
    let mut chart = ChartBuilder::on(canvas)
        .caption(title, ("sans-serif", 20))
        .margin(16)
        .x_label_area_size(44)
        .y_label_area_size(70)
        .right_y_label_area_size(70)
        .build_cartesian_2d((first - 0.3)..(last + 0.3), decades(&nodes).log_scale())?
        .set_secondary_coord((first - 0.3)..(last + 0.3), decades(&times).log_scale());
    chart
        .configure_mesh()
        .light_line_style(BLACK.mix(0.05))
        .bold_line_style(BLACK.mix(0.15))
        .x_desc("size n of the board")
        .y_desc("nodes")
        .x_labels(points.len().min(20))
        .x_label_formatter(&|size| format!("{size:.0}"))
        .y_label_formatter(&|nodes| power(*nodes))
        .label_style(("sans-serif", 13))
        .axis_desc_style(("sans-serif", 15))
        .draw()?;
    chart
        .configure_secondary_axes()
        .y_desc("seconds")
        .y_label_formatter(&|time| power(*time))
        .label_style(("sans-serif", 13))
        .axis_desc_style(("sans-serif", 15))
        .draw()?;
    chart
        .draw_series(LineSeries::new(nodes, NODES.stroke_width(2)).point_size(4))?
        .label("nodes (left)")
        .legend(|(x, y)| PathElement::new([(x, y), (x + 18, y)], NODES.stroke_width(2)));
    chart
        .draw_secondary_series(LineSeries::new(times, TIME.stroke_width(2)).point_size(4))?
        .label("time (right)")
        .legend(|(x, y)| PathElement::new([(x, y), (x + 18, y)], TIME.stroke_width(2)));
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK.mix(0.3))
        .label_font(("sans-serif", 13))
        .draw()?;
    canvas.present()
}

/// The powers of ten that enclose the values.
fn decades(values: &[(f64, f64)]) -> std::ops::Range<f64> {
    let low = values.iter().map(|v| v.1).fold(f64::MAX, f64::min);
    let high = values.iter().map(|v| v.1).fold(f64::MIN, f64::max);
    let (low, high) = (low.log10().floor(), high.log10().ceil());
    10f64.powf(low)..10f64.powf(high.max(low + 1.0))
}

/// A power of ten, as the ticks of a logarithmic scale are, short: `1000`, `1e6`, `1e-5`.
fn power(value: f64) -> String {
    match value.log10().round() as i32 {
        exponent @ 0..=3 => format!("{}", 10u32.pow(exponent.unsigned_abs())),
        -1 => "0.1".to_owned(),
        -2 => "0.01".to_owned(),
        exponent => format!("1e{exponent}"),
    }
}
