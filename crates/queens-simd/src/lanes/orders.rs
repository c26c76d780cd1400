//! Tables of the orders in which a shuffle packs lanes: row {1, 3, 4} of [`LANE_ORDERS`]
//! is 1, 3, 4, and 0 for the rest.

/// For each set of eight lanes: the lanes in it, one after the other.
pub(super) const LANE_ORDERS: [[u8; 8]; 256] = {
    let mut orders = [[0; 8]; 256];
    let mut set = 0;
    while set < 256 {
        let (mut lane, mut place) = (0, 0);
        while lane < 8 {
            if set >> lane & 1 == 1 {
                orders[set][place] = lane;
                place += 1;
            }
            lane += 1;
        }
        set += 1;
    }
    orders
};

/// Returns the same orders as numbers of bytes, for lanes of `WIDTH` bytes: shuffles of
/// 16 bytes take these. A register of 16 bytes has fewer wide lanes, and so fewer `SETS`.
pub(super) const fn byte_orders<const WIDTH: usize, const SETS: usize>()
-> [[u8; 16]; SETS] {
    let mut orders = [[0; 16]; SETS];
    let mut at = 0;
    while at < SETS * 16 {
        let (set, byte) = (at / 16, at % 16);
        orders[set][byte] =
            WIDTH as u8 * LANE_ORDERS[set][byte / WIDTH] + (byte % WIDTH) as u8;
        at += 1;
    }
    orders
}

/// Orders of lanes of 16 bits, as bytes.
pub(super) static SHORT_ORDERS: [[u8; 16]; 256] = byte_orders::<2, 256>();
