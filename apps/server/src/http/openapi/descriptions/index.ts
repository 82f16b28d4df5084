import { accountTexts } from './accounts.ts'
import { apiTokenTexts } from './api-tokens.ts'
import { areaHelpTexts } from './area-help.ts'
import { areaTexts } from './areas.ts'
import { chatTexts } from './chat.ts'
import { connectionTexts } from './connections.ts'
import { definitionFileTexts } from './definition-files.ts'
import { definitionTexts } from './definitions.ts'
import { draftTexts } from './drafts.ts'
import { evaluationQuestionTexts } from './evaluation-questions.ts'
import { evaluationPartTexts, evaluationTexts } from './evaluation.ts'
import { exampleTexts } from './examples.ts'
import { groupTexts } from './groups.ts'
import { modelCostTexts } from './model-costs.ts'
import { modelTurnTexts } from './model-turns.ts'
import { overviewTexts } from './overview.ts'
import { queryTexts } from './query.ts'
import { ruleTexts } from './rules.ts'
import { settingsTexts } from './settings.ts'
import { singleSignOnTexts } from './single-sign-on.ts'
import type { SchemaTexts } from './text.ts'
import { uploadTexts } from './uploads.ts'
import { userDirectoryTexts } from './user-directory.ts'

/** Texts of all components, by name. */
export const schemaTexts: SchemaTexts = {
  ...accountTexts,
  ...apiTokenTexts,
  ...areaHelpTexts,
  ...areaTexts,
  ...chatTexts,
  ...connectionTexts,
  ...definitionFileTexts,
  ...definitionTexts,
  ...draftTexts,
  ...evaluationPartTexts,
  ...evaluationQuestionTexts,
  ...evaluationTexts,
  ...exampleTexts,
  ...groupTexts,
  ...modelCostTexts,
  ...modelTurnTexts,
  ...overviewTexts,
  ...queryTexts,
  ...ruleTexts,
  ...settingsTexts,
  ...singleSignOnTexts,
  ...uploadTexts,
  ...userDirectoryTexts,
}
