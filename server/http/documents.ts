import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { catalogue } from '../../contract/catalogue.ts';
import type { Operation } from '../../contract/operation.ts';

type JsonSchema = { properties?: Record<string, unknown>; required?: string[] };

const toJson = (schema: z.core.$ZodType) =>
  z.toJSONSchema(schema, { io: 'input', target: 'openapi-3.0', unrepresentable: 'any' }) as JsonSchema;

const inEnvelope = (data: JsonSchema) => ({
  type: 'object',
  required: ['code', 'msg', 'data'],
  properties: { code: { type: 'integer', description: '200 (or 0) is success' }, msg: { type: 'string' }, data },
});

const json = (schema: object) => ({ content: { 'application/json': { schema } } });

function parametersOf({ query, path }: Operation) {
  const { properties = {}, required = [] } = toJson(query);
  const fields = Object.entries(properties).map(([name, schema]) => {
    const inPath = path.includes(`{${name}}`);
    return { name, in: inPath ? 'path' : 'query', required: inPath || required.includes(name), schema };
  });
  const hospital = { name: 'tenant-id', in: 'header', required: true, schema: { type: 'string' } };
  return [...fields, hospital];
}

const upload = {
  content: {
    'multipart/form-data': { schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } } } },
  },
};

function operationOf(name: string, operation: Operation) {
  const { method, access, source, wire, reply, body } = operation;
  const schema = toJson(reply);
  const ok = { description: 'The answer', ...json(wire === 'raw' ? schema : inEnvelope(schema)) };
  return {
    operationId: name,
    tags: [operation.path.split('/')[1] ?? 'other'],
    description: `For: ${access}. Fields fixed by: ${source}.`,
    parameters: parametersOf(operation),
    ...(method === 'GET' ? {} : { requestBody: wire === 'upload' ? upload : json(toJson(body)) }),
    ...(access === 'public' ? { security: [] } : {}),
    responses: { 200: ok },
  };
}

/** The contract as OpenAPI, generated from the entries that the server and the client use. */
export function openApi(prefix: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, operation] of Object.entries<Operation>(catalogue)) {
    const item = paths[prefix + operation.path] ?? {};
    paths[prefix + operation.path] = { ...item, [operation.method.toLowerCase()]: operationOf(name, operation) };
  }
  return {
    openapi: '3.0.3',
    info: { title: 'Cloudroom platform', version: '1' },
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    security: [{ token: [] }],
    paths,
  } as const;
}

/** Serves the OpenAPI description and a page to browse it, in demo mode only. */
export async function openApiPlugin(
  app: FastifyInstance,
  { apiPrefix, isOpen }: { apiPrefix: string; isOpen: boolean },
): Promise<void> {
  if (!isOpen) return;
  const [{ default: swagger }, { default: swaggerUi }] = await Promise.all([
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
  ]);
  const document = openApi(apiPrefix);
  app.get('/openapi.json', async () => document);
  await app.register(swagger, { mode: 'static', specification: { document: structuredClone(document) as never } });
  await app.register(swaggerUi, { routePrefix: '/docs', staticCSP: true });
}
