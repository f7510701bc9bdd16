import type { AuthorizationServerMetadata } from "@portico/contract";
import { ROUTES } from "./createProvider.ts";
import { allowsDocuments, type Resource } from "./resource.ts";

const AUTH_METHODS = ["client_secret_basic", "client_secret_post"];

export interface MetadataOptions {
  readonly issuer: string;
  readonly resources: readonly Resource[];
}

/** Server metadata for clients (RFC 8414): the RFC endpoints alone, and nothing of OpenID, which isn't offered. */
export const describeServer = ({ issuer, resources }: MetadataOptions): AuthorizationServerMetadata => ({
  issuer,
  authorization_endpoint: issuer + ROUTES.authorization,
  token_endpoint: issuer + ROUTES.token,
  revocation_endpoint: issuer + ROUTES.revocation,
  introspection_endpoint: issuer + ROUTES.introspection,
  scopes_supported: resources.flatMap(({ scopes }) => scopes) as AuthorizationServerMetadata["scopes_supported"],
  response_types_supported: ["code"],
  response_modes_supported: ["query"],
  grant_types_supported: ["authorization_code", "refresh_token"],
  code_challenge_methods_supported: ["S256"],
  token_endpoint_auth_methods_supported: [...AUTH_METHODS, ...(allowsDocuments(resources) ? ["none"] : [])],
  revocation_endpoint_auth_methods_supported: [...AUTH_METHODS, ...(allowsDocuments(resources) ? ["none"] : [])],
  introspection_endpoint_auth_methods_supported: AUTH_METHODS,
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: allowsDocuments(resources),
});
