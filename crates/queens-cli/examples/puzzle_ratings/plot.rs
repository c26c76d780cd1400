//! The plot: the share of each word, and the deciles of the score.

use super::Sample;
use plotters::coord::Shift;
use plotters::prelude::*;
use queens::puzzle::RatingWord;
use std::error::Error;

/// Width and height in pixels.
const SIZE: (u32, u32) = (1040, 460);

/// From light to dark, for each word; they are told apart by their lightness alone.
const COLOURS: [RGBColor; 5] = [
    RGBColor(0xf7, 0xe2, 0x8b),
    RGBColor(0xf2, 0xb0, 0x5e),
    RGBColor(0xd9, 0x70, 0x56),
    RGBColor(0x93, 0x3f, 0x6b),
    RGBColor(0x3b, 0x1f, 0x4f),
];

/// Room for the legend, in bars.
const LEGEND: f64 = 2.6;

type Canvas<'s> = DrawingArea<SVGBackend<'s>, Shift>;

/// Draws the plot as SVG text.
pub(crate) fn draw(samples: &[Sample]) -> Result<String, Box<dyn Error>> {
    let mut svg = String::new();
    {
        let canvas = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        canvas.fill(&WHITE)?;
        let (left, right) = canvas.split_horizontally(SIZE.0 / 2);
        shares(&left, samples)?;
        scores(&right, samples)?;
        canvas.present()?;
    }
    svg.push('\n');
    Ok(svg)
}

/// Label of a kind, under its bar.
fn name(sample: &Sample) -> String {
    match sample.stars {
        1 => sample.size.to_string(),
        stars => format!("{}, {stars}*", sample.size),
    }
}

/// The share of each word, a bar for each kind.
fn shares(area: &Canvas<'_>, samples: &[Sample]) -> Result<(), Box<dyn Error>> {
    let mut chart = ChartBuilder::on(area)
        .margin(14)
        .caption("share of each word", ("sans-serif", 17))
        .x_label_area_size(44)
        .y_label_area_size(56)
        .build_cartesian_2d(-0.5..samples.len() as f64 + LEGEND, 0.0..100.0)?;
    axes(&mut chart, samples, "% of the boards")?;
    let mut below = vec![0.0; samples.len()];
    for (index, (word, &colour)) in RatingWord::ALL.iter().zip(&COLOURS).enumerate() {
        let bars: Vec<_> = (0..)
            .zip(samples)
            .zip(&mut below)
            .map(|((at, sample), below)| {
                let from = *below;
                *below += 100.0 * sample.words[index] as f64 / sample.boards() as f64;
                Rectangle::new(
                    [(f64::from(at) - 0.4, from), (f64::from(at) + 0.4, *below)],
                    colour.filled(),
                )
            })
            .collect();
        chart
            .draw_series(bars)?
            .label(word.id())
            .legend(move |(x, y)| {
                Rectangle::new([(x, y - 5), (x + 14, y + 5)], colour.filled())
            });
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::MiddleRight)
        .background_style(WHITE.mix(0.9))
        .border_style(BLACK.mix(0.3))
        .label_font(("sans-serif", 13))
        .draw()?;
    Ok(())
}

/// The deciles of the score: a bar from the first to the last, a line at each between.
fn scores(area: &Canvas<'_>, samples: &[Sample]) -> Result<(), Box<dyn Error>> {
    let most = samples
        .iter()
        .map(|sample| sample.decile(9))
        .max()
        .unwrap_or(0);
    let mut chart = ChartBuilder::on(area)
        .margin(14)
        .caption("score: first to ninth decile", ("sans-serif", 17))
        .x_label_area_size(44)
        .y_label_area_size(56)
        .build_cartesian_2d(
            -0.5..samples.len() as f64 - 0.5,
            0.0..f64::from(most / 100 * 100 + 100),
        )?;
    axes(&mut chart, samples, "score")?;
    for (at, sample) in (0..).map(f64::from).zip(samples) {
        let at_decile = |tenths| f64::from(sample.decile(tenths));
        let bar = [(at - 0.3, at_decile(1)), (at + 0.3, at_decile(9))];
        chart.draw_series([Rectangle::new(bar, COLOURS[1].mix(0.6).filled())])?;
        for tenths in 1..=9 {
            let width = if tenths == 5 { 4 } else { 1 };
            let line = [(at - 0.3, at_decile(tenths)), (at + 0.3, at_decile(tenths))];
            chart
                .draw_series([PathElement::new(line, COLOURS[4].stroke_width(width))])?;
        }
    }
    Ok(())
}

type Chart<'a, 's> = ChartContext<
    'a,
    SVGBackend<'s>,
    Cartesian2d<
        plotters::coord::types::RangedCoordf64,
        plotters::coord::types::RangedCoordf64,
    >,
>;

fn axes(
    chart: &mut Chart<'_, '_>,
    samples: &[Sample],
    quantity: &str,
) -> Result<(), Box<dyn Error>> {
    chart
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(BLACK.mix(0.05))
        .bold_line_style(BLACK.mix(0.15))
        .x_desc("side of the board")
        .y_desc(quantity)
        .x_labels(2 * samples.len())
        .x_label_formatter(&|at| {
            samples
                .get(at.round() as usize)
                .map_or_else(String::new, name)
        })
        .y_label_formatter(&|value| format!("{value:.0}"))
        .label_style(("sans-serif", 13))
        .axis_desc_style(("sans-serif", 15))
        .draw()?;
    Ok(())
}
