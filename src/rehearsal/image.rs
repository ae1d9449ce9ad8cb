//! Width and height of a PNG or JPEG, read from its header.

/// Width and height in pixels; `None` if it is neither a PNG nor a JPEG.
pub(crate) fn size(bytes: &[u8]) -> Option<(u32, u32)> {
    png(bytes).or_else(|| jpeg(bytes))
}

/// The media type of a PNG or JPEG.
pub(crate) fn kind(bytes: &[u8]) -> Option<&'static str> {
    match (png(bytes), jpeg(bytes)) {
        (Some(_), _) => Some("image/png"),
        (None, Some(_)) => Some("image/jpeg"),
        (None, None) => None,
    }
}

fn png(bytes: &[u8]) -> Option<(u32, u32)> {
    let rest = bytes.strip_prefix(b"\x89PNG\r\n\x1a\n")?;
    // Length and type of the first chunk, which must be the header.
    if rest.get(4..8)? != b"IHDR" {
        return None;
    }
    let side = |at: usize| {
        let side = rest.get(at..at + 4)?;
        Some(u32::from_be_bytes(side.try_into().ok()?)).filter(|side| *side > 0)
    };
    Some((side(8)?, side(12)?))
}

fn jpeg(bytes: &[u8]) -> Option<(u32, u32)> {
    let mut rest = bytes.strip_prefix(b"\xff\xd8")?;
    loop {
        let (&[0xff, marker, high, low], _) = rest.split_first_chunk()? else {
            return None;
        };
        // A frame header (SOF), but not DHT, JPG or DAC, which share its range.
        if (0xc0..=0xcf).contains(&marker) && ![0xc4, 0xc8, 0xcc].contains(&marker) {
            let side = |at: usize| {
                let side = rest.get(at..at + 2)?;
                Some(u32::from(u16::from_be_bytes(side.try_into().ok()?))).filter(|side| *side > 0)
            };
            return Some((side(7)?, side(5)?));
        }
        let length = usize::from(u16::from_be_bytes([high, low]));
        rest = rest.get(2 + length..)?;
    }
}

#[cfg(test)]
mod tests {
    use super::size;

    #[test]
    fn sides_are_read_from_the_header() {
        let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
        png.extend([0, 0, 3, 32, 0, 0, 0, 5, 8, 2, 0, 0, 0]);
        assert_eq!(size(&png), Some((800, 5)));
        let jpeg = [
            0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xc0, 0, 17, 8, 1, 0, 2, 0, 3,
        ];
        assert_eq!(size(&jpeg), Some((512, 256)));
    }

    #[test]
    fn other_bytes_have_no_sides() {
        for bytes in [
            &b""[..],
            b"%PDF-1.7",
            b"\x89PNG\r\n\x1a\n",
            b"\xff\xd8\xff\xe0\0\x01",
        ] {
            assert_eq!(size(bytes), None);
        }
    }
}
