/**
 * An answer other than success, thrown from wherever a rule is broken and turned into GitHub's
 * error body in one place. Never leaves the server as an exception.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly errors: readonly ApiErrorDetail[] | null;

  constructor(status: number, message: string, errors: readonly ApiErrorDetail[] | null = null) {
    super(message);
    this.status = status;
    this.errors = errors;
  }
}

export type ApiErrorDetail =
  | string
  | {
      readonly resource: string;
      readonly code: string;
      readonly field?: string;
      readonly message?: string;
    };

export function notFound(): ApiError {
  return new ApiError(404, "Not Found");
}

/** 422 "Validation Failed" with one detail, as GitHub words it. */
export function invalid(resource: string, field: string, code: string): ApiError {
  return new ApiError(422, "Validation Failed", [{ resource, field, code }]);
}

/** 422 "Validation Failed" whose detail is a sentence. */
export function refused(resource: string, message: string): ApiError {
  return new ApiError(422, "Validation Failed", [{ resource, code: "custom", message }]);
}
