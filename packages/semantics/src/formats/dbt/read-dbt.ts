import { message } from '@parlance/contract'
import type { AreaTables } from '../area-content.ts'
import { Collector } from '../collector.ts'
import { FileError } from '../file-error.ts'
import { asKind, find, listOf, mapOf, type MapNode } from '../file-node.ts'
import { readEntities } from './read-entities.ts'
import { readMetrics } from './read-metrics.ts'
import { readModels } from './read-models.ts'

/** Whether a file looks like a semantic manifest of dbt. */
export function isDbt(root: MapNode): boolean {
  return root.entries.has('semantic_models')
}

/**
 * Reads `target/semantic_manifest.json` of a dbt project, in both published forms: metrics that name measures, and
 * metrics that say themselves how they aggregate.
 * @throws FileError if the file is no such manifest
 */
export function readDbt(root: MapNode, area: AreaTables): Collector {
  const models = asKind(find(root, 'semantic_models') ?? root, 'list')
  if (models.items.some((node) => node.kind === 'map' && !node.entries.has('node_relation'))) {
    throw new FileError(
      message('This is not the semantic_manifest.json that dbt writes to its target folder. Choose that file.'),
      models.place,
    )
  }
  const collector = new Collector()
  const read = readModels(models.items, area, collector)
  readEntities(read, collector)
  readMetrics(listOf(root, 'metrics'), read, area.dialect, collector)
  for (const query of listOf(root, 'saved_queries')) {
    const reason = message('An area has no saved queries. Save it as a verified example instead.')
    collector.note(query.place, 'left_out', reason)
  }
  noteTimeSpines(root, collector)
  collector.noteOthers(root, ['semantic_models', 'metrics', 'saved_queries', 'project_configuration'])
  return collector
}

/** Parlance needs no table of dates. */
function noteTimeSpines(root: MapNode, collector: Collector): void {
  const configuration = mapOf(root, 'project_configuration')
  if (configuration === null) return
  for (const key of ['time_spine_table_configurations', 'time_spines']) {
    for (const node of listOf(configuration, key)) {
      collector.note(node.place, 'left_out', message('Parlance needs no time spine, so it is not used.'))
    }
  }
}
