import { ownVisualizationPage } from '@parlance/contract'
import type { Config } from '../../config/config.ts'
import type { SettingsService } from './stored-settings.ts'

/** The URL of the visualization. Every user reads it, and administrators set it. */
export interface VisualizationSettings {
  get(): Promise<string>
  /** @param url a checked URL; `/visualize` is added if it has no path */
  set(url: string, by: string): Promise<string>
}

export function createVisualizationSettings(
  { visualizationUrl }: Pick<Config, 'visualizationUrl'>,
  settings: SettingsService,
): VisualizationSettings {
  const get = async () => (await settings.get('visualization_url')) ?? visualizationUrl ?? ownVisualizationPage
  return {
    get,
    set: async (url, by) => {
      await settings.set('visualization_url', withPath(url), by)
      return get()
    },
  }
}

function withPath(text: string): string {
  const url = URL.parse(text)
  if (url === null || url.pathname !== '/') return text
  url.pathname = ownVisualizationPage
  return url.href
}
