import type { Model } from '@parlance/contract'

/*
 * Models that the wizard offers; any other id of the vendor may be typed.
 * Last compared with the vendors' own lists on 2026-11-21.
 */

export const googleModels: Model[] = [
  { id: 'gemini-3.8-flash', name: 'Gemini 3.8 Flash', description: 'Fast and capable: a good first choice' },
  { id: 'gemini-3.5-flash-lite', name: 'Gemini 3.5 Flash-Lite', description: 'The cheapest, for simple questions' },
  { id: 'gemini-3.1-pro-preview', name: 'Gemini 3.1 Pro', description: 'Slower, for hard questions' },
  { id: 'gemini-2.5-pro', name: 'Gemini 2.5 Pro', description: 'Long proven, for hard questions' },
  { id: 'gemini-2.5-flash', name: 'Gemini 2.5 Flash', description: 'Long proven and fast' },
]

export const openaiModels: Model[] = [
  { id: 'gpt-6.1-sol', name: 'GPT-6.1 Sol', description: 'The most capable' },
  { id: 'gpt-6.1-terra', name: 'GPT-6.1 Terra', description: 'Balanced: a good first choice' },
  { id: 'gpt-6-luna', name: 'GPT-6 Luna', description: 'Fast and cheap, for simple questions' },
  { id: 'gpt-5.4-mini', name: 'GPT-5.4 mini', description: 'Small and proven' },
  { id: 'gpt-4.1', name: 'GPT-4.1', description: 'Without reasoning: quick answers' },
]

export const anthropicModels: Model[] = [
  { id: 'claude-sonnet-5-5', name: 'Claude Sonnet 5.5', description: 'Balanced: a good first choice' },
  { id: 'claude-opus-5-5', name: 'Claude Opus 5.5', description: 'The most capable' },
  { id: 'claude-haiku-5-5', name: 'Claude Haiku 5.5', description: 'Fast and cheap, for simple questions' },
  { id: 'claude-sonnet-4-6', name: 'Claude Sonnet 4.6', description: 'Proven' },
]

export const openaiCompatibleModels: Model[] = [
  { id: 'qwen3-coder:30b', name: 'Qwen3 Coder 30B', description: 'Writes SQL well on one large graphics card' },
  { id: 'gpt-oss:20b', name: 'gpt-oss 20B', description: 'Runs on 16 GB' },
]

export const builtinModels: Model[] = [
  { id: 'builtin', name: 'Built-in engine', description: 'Understands plain questions without any model or key' },
]
