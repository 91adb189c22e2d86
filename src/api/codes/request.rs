//! Codes about the request as such, and about the server.

super::codes! {
    MALFORMED_JSON = BAD_REQUEST "malformed_json", "The body is not JSON",
        "The body could not be read as JSON. The detail names the line and the column where reading stopped.";
    JSON_TOO_DEEP = BAD_REQUEST "json_too_deep", "The body is nested too deeply",
        "The body has more lists and objects inside each other than any request needs. At most 32 levels are read.";
    NOT_AN_OBJECT = BAD_REQUEST "not_an_object", "The body is not a JSON object",
        "The body is JSON, but a list, a string, a number or nothing at all. Every request body is one object in curly braces.";
    INVALID_QUERY = BAD_REQUEST "invalid_query", "A query parameter cannot be used",
        "A query parameter is unknown, malformed or out of range. `errors` names the parameter and says what it may be.";
    INVALID_HEADER = BAD_REQUEST "invalid_header", "A header cannot be used",
        "A header of the request is malformed. The detail names the header and the form it must have.";
    INVALID_BODY = UNPROCESSABLE_ENTITY "invalid_body", "The body has a member that cannot be used",
        "The body is JSON, but a member is missing, unknown, of the wrong type or has a value that is not allowed. `errors` has a JSON Pointer to each such member, with a sentence about it. A member that is null counts as absent.";
    NOT_FOUND = NOT_FOUND "not_found", "There is no such path",
        "There is nothing at this path. The document at /openapi.json lists every path. In a path, an id is a UUID, a seat a letter from A to L, and a round, a penalty or a bonus a number.";
    METHOD_NOT_ALLOWED = METHOD_NOT_ALLOWED "method_not_allowed", "The path does not have this method",
        "The path exists but does not answer to this method. The header Allow lists those it answers to.";
    BODY_TOO_LARGE = PAYLOAD_TOO_LARGE "body_too_large", "The body is too large",
        "A request body may have at most 256 KiB. Send a long record in several requests.";
    BODY_TOO_SLOW = REQUEST_TIMEOUT "body_too_slow", "The body took too long",
        "A request body must arrive within 20 seconds. Nothing was stored: send the request again.";
    URI_TOO_LONG = URI_TOO_LONG "uri_too_long", "The path is too long",
        "A path with its query may have at most 8 KiB. No path of this service needs more.";
    TOO_MANY_REQUESTS = TOO_MANY_REQUESTS "too_many_requests", "Too many requests",
        "Each key, and each address without one, is limited in burst and per second. Wait as many seconds as the header Retry-After says, then send more slowly. The operator of the service sets the limits.";
    IDEMPOTENCY_MISMATCH = UNPROCESSABLE_ENTITY "idempotency_mismatch", "The Idempotency-Key was used before",
        "Another request, with another method, path or body, was sent with this Idempotency-Key and done. Use a new key, such as a random UUID, for each thing that you want done, and the same one only to send the same request again.";
    IDEMPOTENCY_IN_PROGRESS = CONFLICT "idempotency_in_progress", "The same request is still running",
        "A request with this Idempotency-Key is being processed. Send it again after the seconds in the header Retry-After to get its answer.";
    UNSUPPORTED_MEDIA_TYPE = UNSUPPORTED_MEDIA_TYPE "unsupported_media_type", "The body is not sent as JSON",
        "Request bodies are JSON and must be sent with the header Content-Type: application/json.";
    UNREADABLE_BODY = BAD_REQUEST "unreadable_body", "The request body was incomplete",
        "The connection was closed or lost while the body was read. Nothing was stored; send the request again.";
    PRECONDITION_REQUIRED = PRECONDITION_REQUIRED "precondition_required", "The change must name a version",
        "This change needs the header If-Match with the ETag of the version that you read, so that two phones never overwrite each other. Read the resource, then send its ETag.";
    STALE_VERSION = PRECONDITION_FAILED "stale_version", "Somebody changed it in the meantime",
        "The version named in If-Match is no longer the current one, which is in `version`. Read the resource again, see what changed and decide again.";
    INTERNAL_ERROR = INTERNAL_SERVER_ERROR "internal_error", "Something went wrong in the service",
        "The request was fine, but the service failed. The cause is in its log under the id in the header X-Request-Id: give that id to the operator of the service.";
    BUSY = SERVICE_UNAVAILABLE "busy", "Much is being asked at once",
        "A long game, a table or a list takes a moment to read, and few such readings run at once. Nothing was changed: send the request again after the seconds in the header Retry-After.";
    UNAVAILABLE = SERVICE_UNAVAILABLE "unavailable", "The database cannot be used",
        "The service is running but its database does not answer, or its disk is full. Try again after the seconds in the header Retry-After. If this was a change, first check whether it was stored.";
}
