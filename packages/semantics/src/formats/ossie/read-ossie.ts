import { definitionFileFormats, message, verbatim } from '@parlance/contract'
import type { AreaTables } from '../area-content.ts'
import { Collector } from '../collector.ts'
import { FileError } from '../file-error.ts'
import { asKind, find, listOf, need, needText, type MapNode } from '../file-node.ts'
import { commonKeys, extensionSchemas, readExtension } from './extension.ts'
import { placeExtensionItems } from './extension-items.ts'
import { readDatasets } from './read-datasets.ts'
import { readMetrics } from './read-metrics.ts'
import { readRelationships } from './read-relationships.ts'
import { readTexts } from './texts.ts'

const { version: readableVersion } = definitionFileFormats.ossie

/** Whether a file looks like one of Ossie. */
export function isOssie(root: MapNode): boolean {
  return ['semantic_model', 'ontology', 'datasets'].some((key) => root.entries.has(key))
}

/**
 * Reads semantic models of Apache Ossie: a list of them, or one document per model.
 * @throws FileError if the file is no such model, or has another version
 */
export function readOssie(root: MapNode, area: AreaTables): Collector {
  const version = need(root, 'version')
  if (version.kind !== 'text' || version.value !== readableVersion) {
    const shown = String(version.kind === 'map' || version.kind === 'list' ? '' : version.value)
    const values = { version: verbatim(shown), readable: verbatim(readableVersion) }
    throw new FileError(
      message('Parlance reads version {readable} of Apache Ossie, not {version}. Convert the file first.', values),
      version.place,
    )
  }
  const collector = new Collector()
  const isList = root.entries.has('semantic_model')
  if (!isList && !root.entries.has('datasets')) {
    const ontology = find(root, 'ontology') ?? root
    throw new FileError(
      message('This is an ontology of Apache Ossie. Choose a file with semantic models instead.'),
      ontology.place,
    )
  }
  const models = isList ? listOf(root, 'semantic_model').map((node) => asKind(node, 'map')) : [root]
  if (models.length === 0) throw new FileError(message('The file has no semantic model.'), root.place)
  const texts = models.map((model) => readModel(model, area, collector))
  addTexts(texts, models, collector)
  collector.noteOthers(root, isList ? ['version', 'semantic_model'] : ['version', ...modelKeys])
  return collector
}

const modelKeys = [...commonKeys, 'datasets', 'relationships', 'metrics']

function readModel(model: MapNode, area: AreaTables, collector: Collector): ReturnType<typeof readTexts> {
  needText(model, 'name')
  const extension = readExtension(extensionSchemas.model, model, collector)
  const datasets = readDatasets(model, area, collector)
  const relationships = readRelationships(model, datasets, area.dialect, collector)
  readMetrics(model, datasets, relationships, area.dialect, collector)
  if (extension !== null) placeExtensionItems(extension.items, datasets, model.place, collector)
  if (model.entries.has('datasets')) collector.noteOthers(model, ['version', ...modelKeys])
  return readTexts(model, collector)
}

/** An area has one description, so several models only add up to instructions. */
function addTexts(texts: ReturnType<typeof readTexts>[], models: MapNode[], collector: Collector): void {
  const described = texts.flatMap(({ description }) => (description === null ? [] : [description]))
  const instructions = texts.flatMap((text) => (text.instructions === null ? [] : [text.instructions]))
  const synonyms = texts.flatMap((text) => text.synonyms)
  const { place } = models[0]!
  const [description] = described
  if (description !== undefined) collector.add({ kind: 'description', value: described.join('\n') }, place)
  if (instructions.length > 0) collector.add({ kind: 'instructions', value: instructions.join('\n\n') }, place)
  if (synonyms.length > 0) collector.add({ kind: 'synonyms', value: synonyms }, place)
}
