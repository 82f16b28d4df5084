/** An exported file, as the JSON schema of Ossie describes it. */
export interface OssieDocument {
  version: string
  semantic_model: OssieModel[]
}

interface Described {
  name: string
  description?: string
  ai_context?: { instructions?: string; synonyms?: string[] }
  custom_extensions?: { vendor_name: string; data: string }[]
}

export interface OssieExpression {
  dialects: { dialect: string; expression: string }[]
}

export interface OssieModel extends Described {
  datasets: OssieDatasetNode[]
  relationships?: OssieRelationship[]
  metrics?: OssieMetric[]
}

export interface OssieDatasetNode extends Described {
  source: string
  primary_key?: string[]
  unique_keys?: string[][]
  fields?: OssieField[]
}

export interface OssieField extends Described {
  expression: OssieExpression
  dimension?: { is_time?: boolean }
}

export interface OssieRelationship extends Omit<Described, 'description'> {
  from: string
  to: string
  from_columns: string[]
  to_columns: string[]
}

export interface OssieMetric extends Described {
  expression: OssieExpression
}

/** The texts of an element. Absent ones have no key. */
export function textsOfElement(
  description: string | null | undefined,
  synonyms: readonly string[] | undefined,
  instructions: string | null = null,
): Pick<Described, 'description' | 'ai_context'> {
  const context = {
    ...(instructions === null ? {} : { instructions }),
    ...(synonyms === undefined || synonyms.length === 0 ? {} : { synonyms: [...synonyms] }),
  }
  return {
    ...(description === null || description === undefined ? {} : { description }),
    ...(Object.keys(context).length === 0 ? {} : { ai_context: context }),
  }
}
