import { formatMessage } from '@parlance/contract'
import { describe, expect, it } from 'vitest'
import { FileError } from './file-error.ts'
import { readDefinitions } from './import-file.ts'
import { shopTables } from './testing/shop-tables.ts'

/** The message of the refusal. */
function refusal(content: string): string {
  try {
    readDefinitions(content, shopTables())
  } catch (error) {
    if (error instanceof FileError) return formatMessage(error.located)
    throw error
  }
  return 'was read'
}

describe('a file that cannot be read', () => {
  it.each<[name: string, content: string, expected: string]>([
    ['an empty file', ' \n', 'The file is empty.'],
    ['a file of bytes', 'PK\u0003\u0004\0\0\uFFFD', 'Line 1: This is not a text file in UTF-8.'],
    ['a control character', 'a: 1\nb: "x\u0007"', 'Line 2: The text contains a control character.'],
    [
      'an escaped control character',
      '{"version": "a\\u0000"}',
      'Line 1, version: The text contains a control character.',
    ],
    ['a control character in a key', '{"a\\u0001": 1}', 'Line 1: The text contains a control character.'],
    ['a table of another format', 'name,price\na,1\nb,2', 'Line 1: This must be an object with keys.'],
    ['invalid YAML', 'a: b: c', 'Line 1: The file is neither valid YAML nor JSON here.'],
    ['invalid JSON', '{"a": 1,\n"b" 2}', 'Line 2: The file is not valid JSON here.'],
    ['JSON with a comment', '{"a": 1 // no\n}', 'Line 1: The file is not valid JSON here.'],
    ['a list', '[1]', 'Line 1: This must be an object with keys.'],
    ['two documents', 'a: 1\n---\nb: 2', 'Line 2: The file has several YAML documents.'],
    ['a tab', 'a:\n\tb: 1', 'Line 2: A line is indented with a tab.'],
    ['a repeated key', 'a: 1\nb: 2\na: 3', 'Line 3: The key a is used twice.'],
    ['a repeated key in JSON', '{"a": {"b": 1,\n "b": 2}}', 'Line 2, a: The key b is used twice.'],
    ['a key of the prototype', 'a:\n  __proto__: {}', 'Line 2, a: The key __proto__ is not allowed.'],
    ['a key of the prototype in JSON', '{"__proto__": {}}', 'Line 1: The key __proto__ is not allowed.'],
    ['a tag', 'a: !!js/function "x"', 'Line 1: The file uses a YAML tag.'],
    ['binary data', 'a: !!binary aGVsbG8=', 'Line 1, a: The file uses a YAML tag.'],
    ['an alias', 'a: &x [1]\nb: *x', 'Line 2, b: The file uses a YAML alias.'],
    ['a merged alias', 'a: &x {k: 1}\nb:\n  <<: *x', 'Line 3, b.<<: The file uses a YAML alias.'],
    ['a list as a key', '? [a]\n: 1', 'Line 1: A key must be text.'],
    [
      'another format',
      'openapi: 3.1.0',
      'This is neither a semantic model of Apache Ossie nor a semantic manifest of dbt.',
    ],
    ['another version', 'version: 0.1.1\nsemantic_model: []', 'Line 1, version: Parlance reads version 0.2.0.dev0'],
    [
      'a version that is a number',
      'version: 1\nsemantic_model: []',
      'Line 1, version: Parlance reads version 0.2.0.dev0',
    ],
    ['no version', 'semantic_model: []', 'Line 1: The key version is missing.'],
    ['no model', 'version: 0.2.0.dev0\nsemantic_model: []', 'Line 1: The file has no semantic model.'],
    [
      'a model that is no list',
      'version: 0.2.0.dev0\nsemantic_model: x',
      'Line 2, semantic_model: This must be a list.',
    ],
    ['an ontology', 'version: 0.2.0.dev0\nontology: []', 'Line 2, ontology: This is an ontology of Apache Ossie.'],
    ['the full manifest of dbt', '{"semantic_models": [{"name": "a"}]}', 'This is not the semantic_manifest.json'],
  ])('refuses %s', (_name, content, expected) => {
    expect(refusal(content)).toContain(expected)
  })

  it.each<[name: string, content: string]>([
    ['in JSON', '['.repeat(100_000)],
    ['in objects of JSON', '{"a":'.repeat(100_000)],
    ['in valid JSON', '{"a":'.repeat(100) + '1' + '}'.repeat(100)],
    ['in lists of YAML', 'a: ' + '['.repeat(3000)],
    ['in lines of YAML', Array.from({ length: 200 }, (_, at) => `${' '.repeat(at)}a:\n`).join('')],
    ['in one line of YAML', `a:\n  ${'- '.repeat(5000)}`],
  ])('refuses deep nesting %s', (_name, content) => {
    expect(refusal(content)).toContain('The file has more than 60 levels.')
  })

  it('refuses a file that is too large before it is parsed', () => {
    expect(refusal(`{"a": "${'x'.repeat(5_000_000)}"}`)).toContain('The file is larger than 5 MB.')
    expect(refusal(`a: ${'x'.repeat(2_000_000)}`)).toContain('A YAML file can have up to 2 MB.')
  })

  it('refuses too many values', () => {
    expect(refusal(`{"a": [${'1,'.repeat(400_000)}1]}`)).toContain('The file has more than 400,000 values.')
  })

  it('reads a file with a byte order mark', () => {
    expect(refusal('\uFEFFversion: 0.1')).toContain('This is neither')
  })
})
