import { databaseTypeListSchema } from '@parlance/contract'
import type { DatabaseType, DatabaseTypeField } from '@parlance/contract'
import { hasLibrary, installCommand, manifests } from '@parlance/drivers'
import type { DriverManifest, ManifestField } from '@parlance/drivers'
import { route } from '../../http/route.ts'
import type { RouteDefinition } from '../../http/route.ts'

/** Lists the connection forms for the browser, without loading any client library. */
export function databaseTypesRoutes(): RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: '/api/v1/database-management/types',
      operationId: 'listDatabaseTypes',
      summary: 'List database types',
      description: 'Lists the supported types with the fields of their forms, and what to install for each.',
      access: 'user',
      response: databaseTypeListSchema,
      handler: async () => manifests.map(presentType),
    }),
  ]
}

function presentType(manifest: DriverManifest): DatabaseType {
  const { capabilities, library } = manifest
  const lacksLibrary = library !== undefined && !hasLibrary(library)
  return {
    db_type: manifest.kind,
    name: manifest.name,
    default_port: manifest.defaultPort,
    fields: manifest.fields.map(presentField),
    capabilities: {
      cancel: capabilities.cancel,
      read_only_session: capabilities.readOnlySession,
      statement_timeout: capabilities.statementTimeout,
      schemas: capabilities.schemas,
      synonyms: capabilities.synonyms,
    },
    is_available: !lacksLibrary,
    install_command: lacksLibrary ? installCommand(library) : null,
    note: manifest.note,
  }
}

function presentField(field: ManifestField): DatabaseTypeField {
  return {
    name: field.name,
    label: field.label,
    input: field.input,
    required: field.required,
    secret: field.secret,
    default_value: field.defaultValue ?? null,
    options: field.options ?? [],
    hint: field.hint ?? null,
    visible_when: field.visibleWhen ?? null,
    required_when: field.requiredWhen ?? null,
    sets: field.sets ?? {},
  }
}
