import type { ModelProvider, ProviderId } from '@parlance/contract'
import { anthropic } from './anthropic.ts'
import { google } from './google.ts'
import { builtinModels } from './model-list.ts'
import type { ModelLists } from './model-list.ts'
import { openaiCompatible } from './openai-compatible.ts'
import { openai } from './openai.ts'
import type { ModelVendor, ModelVendorId } from './vendor.ts'

/** The model vendors. A new one needs its own file and a line here. */
export const vendors: Record<ModelVendorId, ModelVendor> = {
  google,
  openai,
  anthropic,
  'openai-compatible': openaiCompatible,
}

const builtin: ModelProvider = {
  id: 'builtin',
  name: 'Built-in engine (no key)',
  needs_key: false,
  needs_base_url: false,
  models: builtinModels,
}

/** Every provider that the wizard and the settings offer, the built-in engine first. */
export function listProviders(lists: ModelLists): Record<ProviderId, ModelProvider> {
  return {
    builtin,
    google: offer(google, lists),
    openai: offer(openai, lists),
    anthropic: offer(anthropic, lists),
    'openai-compatible': offer(openaiCompatible, lists),
  }
}

function offer(vendor: ModelVendor, lists: ModelLists): ModelProvider {
  return {
    id: vendor.id,
    name: vendor.name,
    needs_key: vendor.needsKey,
    needs_base_url: vendor.needsBaseUrl,
    models: lists.modelsOf(vendor.id),
  }
}
