import type { Layers } from './import-rules.ts'
import { areaLayers, serverLayers } from './server-layers.ts'
import { webLayers } from './workspace-layers.ts'

/** One row of the table: the files of some folders must not import some modules. */
export interface ImportRule {
  /** Folders or files the rule applies to, from the repository's root. `''` is the whole repository. */
  in: readonly string[]
  /** Folders or files inside `in` that are exempt. */
  except?: readonly string[]
  /** Whether tests and `testing` folders are exempt. */
  exemptsTests?: boolean
  /** Packages, Node modules, or folders and files from the repository's root. A package includes its subpaths. */
  bans: readonly string[]
  /** Files inside the banned folders that may be imported. */
  allows?: readonly string[]
  /** Bans only these exports; include `default` to ban the namespace and the default too. */
  names?: readonly string[]
  /** The message for developers: the reason and what to do. */
  message: string
}

/** Workspace packages, each with the other workspace packages it may import. */
const workspaces: Readonly<Record<string, { folder: string; imports: readonly string[] }>> = {
  contract: { folder: 'packages/contract/src', imports: [] },
  sql: { folder: 'packages/sql/src', imports: ['contract'] },
  retrieval: { folder: 'packages/retrieval/src', imports: ['contract'] },
  engine: { folder: 'packages/engine/src', imports: ['contract', 'sql', 'retrieval', 'semantics'] },
  drivers: { folder: 'packages/drivers/src', imports: ['contract'] },
  evaluation: { folder: 'packages/evaluation/src', imports: ['contract', 'sql'] },
  semantics: { folder: 'packages/semantics/src', imports: ['contract', 'sql'] },
  server: {
    folder: 'apps/server/src',
    imports: ['contract', 'sql', 'retrieval', 'engine', 'drivers', 'evaluation', 'semantics'],
  },
  web: { folder: 'apps/web/src', imports: ['contract'] },
}

const databaseClients = [
  'pg',
  'pg-cursor',
  'mysql2',
  'mssql',
  'tedious',
  'oracledb',
  'hdb',
  'snowflake-sdk',
  'odbc',
  '@google-cloud/bigquery',
  '@googleapis/sheets',
  '@grpc/grpc-js',
  'apache-arrow',
]

const outboundMessage =
  'R25: use guardedFetch from models/outbound.ts, which limits what the server reads from the web.'

/**
 * All import errors in one table. A file obeys every rule whose folder contains it, so no rule replaces another one.
 */
export const importRules: readonly ImportRule[] = [
  { in: [''], bans: ['node:vm'], message: 'R01: Parlance never executes text as code.' },
  ...Object.entries(workspaces).flatMap(([name, { folder, imports }]): ImportRule[] => {
    const others = Object.keys(workspaces).filter((other) => other !== name)
    const forbidden = others.filter((other) => !imports.includes(other))
    const message = `${folder} may import ${list(imports.map((other) => `@parlance/${other}`))} and no other workspace package.`
    return [
      { in: [folder], exemptsTests: true, bans: forbidden.map((other) => `@parlance/${other}`), message },
      {
        in: [folder],
        exemptsTests: true,
        bans: others.map((other) => workspaces[other]?.folder ?? ''),
        message: 'Import a workspace package by its name, so that its exports decide what is public.',
      },
    ]
  }),
  {
    in: [
      ...['contract', 'sql', 'retrieval', 'engine', 'evaluation', 'semantics'].map((name) => `packages/${name}/src`),
      'apps/web/src',
    ],
    // The parser's WebAssembly, the extract of WordNet, and the files of benchmarks are read from disk.
    except: [
      'packages/sql/src/parse/compiled.ts',
      'packages/sql/src/parse/libpg/library.ts',
      'packages/engine/src/lexicon/wordnet/wordnet.ts',
      'packages/evaluation/src/formats',
    ],
    exemptsTests: true,
    bans: ['node:*'],
    message: 'This package is pure: it opens no files, sockets, or threads.',
  },
  {
    in: ['apps', 'packages'],
    except: ['packages/drivers/src'],
    exemptsTests: true,
    bans: databaseClients.filter((client) => client !== 'pg'),
    message: 'Only packages/drivers connects to databases, and only the door runs SQL on them.',
  },
  {
    in: ['apps', 'packages'],
    except: ['packages/drivers/src', 'apps/server/src/store'],
    exemptsTests: true,
    bans: ['pg'],
    message: 'Only packages/drivers and the store connect to PostgreSQL.',
  },
  {
    in: ['apps/server/src', 'packages'],
    except: ['apps/server/src/models/outbound.ts', 'packages/drivers/src'],
    exemptsTests: true,
    bans: ['node:http'],
    names: ['default', 'request', 'get'],
    message: outboundMessage,
  },
  {
    in: ['apps/server/src', 'packages'],
    except: ['apps/server/src/models/outbound.ts', 'packages/drivers/src'],
    exemptsTests: true,
    bans: ['node:https', 'node:http2', 'undici'],
    message: outboundMessage,
  },
  ...layerRules('apps/web/src', webLayers),
  {
    in: ['apps/web/src/public-pages'],
    exemptsTests: true,
    bans: ['api', 'actions', 'components'].map((folder) => `apps/web/src/${folder}`),
    message: 'Public pages are plain HTML with little script. They may import only lib and ui.',
  },
  ...layerRules('apps/server/src', serverLayers),
  ...layerRules('apps/server/src/features/areas', areaLayers),
  ...featureRules(),
]

/** A feature imports another one only through its `service.ts`. */
function featureRules(): ImportRule[] {
  const features = serverLayers.flat().filter((member) => member.startsWith('features/'))
  return features.map((feature) => {
    const others = features.filter((other) => other !== feature).map((other) => `apps/server/src/${other}`)
    return {
      in: [`apps/server/src/${feature}`],
      exemptsTests: true,
      bans: others,
      allows: others.map((other) => `${other}/service.ts`),
      message: 'Import another feature only through its service.ts.',
    }
  })
}

/** Creates the rules for a list of layers: a folder imports no later layer and no other folder of its own layer. */
export function layerRules(root: string, layers: Layers): ImportRule[] {
  return layers.flatMap((folders, index) =>
    folders.flatMap((folder): ImportRule[] => {
      const others = layers
        .slice(index)
        .flat()
        .filter((other) => other !== folder)
      if (others.length === 0) return []
      const message = `${root}/${folder} must not import ${list(others)}, because they are not in a lower layer. Move the shared code to a lower layer.`
      const bans = others.map((other) => `${root}/${other}`)
      return [{ in: [`${root}/${folder}`], exemptsTests: true, bans, message }]
    }),
  )
}

function list(names: readonly string[]): string {
  return names.length === 0 ? 'nothing' : names.join(', ')
}
