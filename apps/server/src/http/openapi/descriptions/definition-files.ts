import type { SchemaTexts } from './text.ts'

const text = ['Text in English.', 'It has no aggregate, such as SUM or COUNT. Add one.'] as const
const pattern = [
  'Pattern of the text in ICU MessageFormat, if it has values.',
  'It needs {name}, which does not come in.',
] as const
const values = ['Values of the pattern.', { name: 'orders' }] as const

/** Texts of definitions in files of other tools. */
export const definitionFileTexts: SchemaTexts = {
  ImportDefinitionsRequest: {
    description: 'A file with definitions.',
    properties: { content: ['The text of the file, in YAML or JSON.', 'version: 0.2.0.dev0'] },
  },
  ImportDefinitionsResponse: {
    description: 'What a file says about an area. Nothing is stored.',
    properties: {
      format: ['Format of the file.', 'ossie'],
      items: 'What the file says, item by item.',
      notes: 'What does not fit, in the order of the file.',
    },
  },
  ProposedItem: {
    description: 'Something that a file says, compared with what the area has.',
    properties: {
      item: 'What the area would have.',
      before: 'What the area has now. Null if it has nothing of this name.',
      place: 'Where the file says it.',
      change: ['What taking it changes.', 'added'],
      conflicts: 'What taking it would affect.',
    },
  },
  PortableItem: {
    description: 'One thing that an area or a file says.',
    example: { kind: 'synonyms', value: ['sales'] },
    properties: { kind: 'What it is.', value: 'What it says.', 'value.name': ['Name of the column.', 'total'] },
  },
  FilePlace: {
    description: 'A place in a file.',
    properties: {
      path: ['Path of keys and positions.', 'semantic_model[0].metrics[2].expression'],
      line: ['Line, from 1.', 12],
    },
  },
  ImportConflict: {
    description: 'What taking an item would affect.',
    properties: { message: text, pattern, values },
  },
  ImportNote: {
    description: 'Something in a file that does not fit.',
    properties: {
      place: 'Where it is.',
      effect: [
        'Whether it is left out, comes in without a part, or was understood in one of several ways.',
        'left_out',
      ],
      message: text,
      pattern,
      values,
    },
  },
}
