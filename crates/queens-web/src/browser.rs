//! The functions that JavaScript calls.

#![expect(unreachable_pub, reason = "wasm-bindgen exports public items only")]

use crate::answer;
use js_sys::{Function, Uint8Array};
use std::cell::RefCell;
use std::time::Duration;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

thread_local! {
    /// The function that receives what the running request sends. A module runs one
    /// request at a time.
    static RECEIVER: RefCell<Option<Function>> = const { RefCell::new(None) };
}

/// Passes `value` to the receiver. An error of the receiver is its own concern.
fn pass(value: &JsValue) {
    RECEIVER.with_borrow(|receiver| {
        if let Some(receiver) = receiver {
            let _ = receiver.call1(&JsValue::NULL, value);
        }
    });
}

fn pass_chunk(chunk: Vec<u8>) {
    pass(&Uint8Array::from(chunk.as_slice()));
}

fn pass_number(number: f64) {
    pass(&JsValue::from_f64(number));
}

/// The reply to a request.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Reply(answer::Reply);

#[wasm_bindgen]
impl Reply {
    /// Status code of HTTP.
    #[wasm_bindgen(getter)]
    pub fn status(&self) -> u16 {
        self.0.status
    }

    /// Media type.
    #[wasm_bindgen(getter, js_name = contentType)]
    pub fn content_type(&self) -> String {
        self.0.content_type.to_owned()
    }

    /// The body. Can be taken once.
    #[wasm_bindgen(js_name = takeBytes)]
    pub fn take_bytes(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.0.bytes)
    }
}

/// Answers the request for `path` below the root of the API, within `seconds` if they are
/// given. `send` receives the chunks of a stream as `Uint8Array`s.
#[wasm_bindgen]
pub fn reply(path: &str, body: &[u8], seconds: Option<f64>, send: Function) -> Reply {
    RECEIVER.set(Some(send));
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    Reply(answer::reply(path, body, time, pass_chunk))
}

/// Parses the request of a job.
#[wasm_bindgen(js_name = jobPlan)]
pub fn job_plan(body: &[u8]) -> Reply {
    Reply(answer::job_plan(body))
}

/// Counts a share of a job. `progress` receives the finished part of the share.
#[wasm_bindgen(js_name = jobShare)]
pub fn job_share(body: &[u8], number: u32, shares: u32, progress: Function) -> Reply {
    RECEIVER.set(Some(progress));
    Reply(answer::job_share(
        body,
        number.into(),
        shares.into(),
        pass_number,
    ))
}
