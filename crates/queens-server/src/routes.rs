//! Routes and their description, built together: every route is described.

use crate::ServerState;
use axum::Router;
use axum::handler::Handler;
use axum::http::header;
use axum::routing::{MethodFilter, get, on};
use queens_api::{ApiDescription, OperationSpec};
use std::sync::Arc;

/// The routes of the server with their description.
#[derive(Default)]
pub(crate) struct RouteTable {
    router: Router<ServerState>,
    description: ApiDescription,
}

impl RouteTable {
    /// Adds a route.
    pub(crate) fn add_route<T: 'static>(
        mut self,
        path: &str,
        operation: OperationSpec,
        handler: impl Handler<T, ServerState>,
    ) -> Self {
        let method = match operation.method() {
            "post" => MethodFilter::POST,
            "delete" => MethodFilter::DELETE,
            _ => MethodFilter::GET,
        };
        self.router = self.router.route(path, on(method, handler));
        self.description.add_operation(path, operation);
        self
    }

    /// The router, with the description at `/openapi.json`.
    pub(crate) fn into_router(mut self) -> Router<ServerState> {
        let own = OperationSpec::get("Returns this description (OpenAPI 3.1).");
        self.description.add_operation(
            "/openapi.json",
            own.with_text(200, "The description.", &["application/json"]),
        );
        let text: Arc<str> = self.description.to_json().to_string().into();
        let answer = move || async move {
            (
                [(header::CONTENT_TYPE, "application/json")],
                text.to_string(),
            )
        };
        self.router.route("/openapi.json", get(answer))
    }
}
