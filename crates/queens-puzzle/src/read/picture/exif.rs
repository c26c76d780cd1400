//! Orientation of a picture, from its EXIF data.

use super::PixelImage;

/// Tag of the orientation in the first directory of EXIF.
const ORIENTATION_TAG: u16 = 0x0112;

/// One of the eight ways in which a picture may be stored; 1 is upright.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Orientation(u16);

impl Orientation {
    /// Reads the orientation from EXIF data; upright if they have none.
    pub(super) fn from_exif(exif: Option<&[u8]>) -> Self {
        Orientation(
            exif.and_then(orientation_tag)
                .filter(|number| (1..=8).contains(number))
                .unwrap_or(1),
        )
    }

    /// Turns and mirrors a picture so that it is upright.
    pub(super) fn apply(self, image: PixelImage) -> PixelImage {
        let mut image = if self.0 >= 5 {
            image.transposed()
        } else {
            image
        };
        if matches!(self.0, 2 | 3 | 6 | 7) {
            image
                .pixels
                .chunks_exact_mut(image.width.max(1))
                .for_each(<[_]>::reverse);
        }
        if matches!(self.0, 3 | 4 | 7 | 8) {
            let rows: Vec<_> = image
                .pixels
                .chunks_exact(image.width.max(1))
                .rev()
                .collect();
            image.pixels = rows.concat();
        }
        image
    }
}

/// Value of the orientation tag.
fn orientation_tag(exif: &[u8]) -> Option<u16> {
    let exif = exif.strip_prefix(b"Exif\0\0").unwrap_or(exif);
    let is_little = match exif.get(..2)? {
        b"II" => true,
        b"MM" => false,
        _ => return None,
    };
    let short = |at: usize| {
        let bytes: [u8; 2] = exif.get(at..at.checked_add(2)?)?.try_into().ok()?;
        Some(if is_little {
            u16::from_le_bytes(bytes)
        } else {
            u16::from_be_bytes(bytes)
        })
    };
    let long = |at: usize| {
        let (first, second) = (u32::from(short(at)?), u32::from(short(at + 2)?));
        Some(if is_little {
            second << 16 | first
        } else {
            first << 16 | second
        } as usize)
    };
    let directory = long(4)?;
    let entries = usize::from(short(directory)?);
    let entry = (0..entries).map(|number| directory + 2 + 12 * number);
    let entry = entry
        .take_while(|&at| short(at).is_some())
        .find(|&at| short(at) == Some(ORIENTATION_TAG))?;
    short(entry + 8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rotates_pictures_by_the_camera_orientation() {
        // a b c
        // d e f
        let letters = [*b"abc", *b"def"].concat();
        let image = || PixelImage {
            width: 3,
            height: 2,
            pixels: letters.iter().map(|&letter| [letter; 3]).collect(),
        };
        let expected = [
            "abc/def", "cba/fed", "fed/cba", "def/abc", "ad/be/cf", "da/eb/fc",
            "fc/eb/da", "cf/be/ad",
        ];
        for (number, expected) in (1..).zip(expected) {
            let exif = [
                b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0".as_slice(),
                &[number, 0, 0],
            ]
            .concat();
            let turned = Orientation::from_exif(Some(&exif)).apply(image());
            let rows = turned.pixels.chunks(turned.width);
            let rows = rows.map(|row| {
                row.iter()
                    .map(|pixel| char::from(pixel[0]))
                    .collect::<String>()
            });
            assert_eq!(rows.collect::<Vec<_>>().join("/"), expected, "{number}");
        }
        for exif in [
            None,
            Some(b"".as_slice()),
            Some(b"MM\0*\xff\xff\xff\xff"),
            Some(b"II*\0\x08\0\0\0\xff\xff"),
        ] {
            assert_eq!(Orientation::from_exif(exif), Orientation(1));
        }
    }
}
