/** Why the service refused an application's request: for the user, and for the application's developer. */
export type Refusal = { readonly title: string; readonly text: string; readonly advice: string };

const FAULTLESS = "It isn't your fault: nothing was signed, and nothing was shared.";

const FAULTY: Refusal = {
  title: "The application made a mistake",
  text: `Its request to sign you in isn't complete or isn't valid. ${FAULTLESS} Go back to the application, and tell its makers.`,
  advice: "Compare the parameters of the request with the guide on signing users in.",
};

/** By the error's code. Others are described by the server. */
const REFUSALS: Readonly<Record<string, Refusal>> = {
  invalid_client: {
    title: "This application isn't known here",
    text: `The application that sent you here isn't registered with this sign-in service, or was switched off. ${FAULTLESS} Go back to the application, and tell its makers.`,
    advice:
      "No active client has the client_id of this request. Compare it with the client in the dashboard, and check whether the client was disabled, or is of another instance of the service.",
  },
  invalid_redirect_uri: {
    title: "This request isn't safe",
    text: `The application wants you to be sent to an address that isn't registered for it, so you stay here. ${FAULTLESS} Go back to the application, and tell its makers.`,
    advice:
      "redirect_uri must be one of the client's registered redirect URIs, character by character: scheme, host, port, path and query. Add it to the client in the dashboard, or correct the request.",
  },
  invalid_request: FAULTY,
  invalid_scope: FAULTY,
  invalid_target: FAULTY,
  unauthorized_client: FAULTY,
  unsupported_response_type: FAULTY,
};

export const explainRefusal = (code: string | undefined): Refusal | undefined =>
  code !== undefined && Object.hasOwn(REFUSALS, code) ? REFUSALS[code] : undefined;
