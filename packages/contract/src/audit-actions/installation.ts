import { messagePattern } from '../messages.ts'
import type { ActionTexts } from './action-texts.ts'

/** Settings, models, budgets, the license, and the audit log. */
export const installationActions = {
  'audit.create-sink': {
    done: messagePattern('{who} chose to send the audit log to {target}'),
    failed: messagePattern('{who} could not choose where the audit log is sent'),
  },
  'audit.delete-sink': {
    done: messagePattern('{who} stopped sending the audit log to {target}'),
    failed: messagePattern('{who} could not stop sending the audit log to {target}'),
  },
  'audit.expire': {
    done: messagePattern('{who} deleted old audit entries'),
    failed: messagePattern('{who} could not delete old audit entries'),
  },
  'audit.test-sink': {
    done: messagePattern('{who} tested where the audit log is sent'),
    failed: messagePattern('{who} could not test where the audit log is sent'),
  },
  'audit.update-retention': {
    done: messagePattern('{who} changed how long audit entries are stored'),
    failed: messagePattern('{who} could not change how long audit entries are stored'),
  },
  'audit.update-sink': {
    done: messagePattern('{who} changed how the audit log is sent to {target}'),
    failed: messagePattern('{who} could not change how the audit log is sent to {target}'),
  },
  'sign-on.create-provider': {
    done: messagePattern('{who} added the sign-in provider {target}'),
    failed: messagePattern('{who} could not add the sign-in provider {target}'),
  },
  'sign-on.delete-provider': {
    done: messagePattern('{who} deleted the sign-in provider {target}'),
    failed: messagePattern('{who} could not delete the sign-in provider {target}'),
  },
  'sign-on.test-provider': {
    done: messagePattern('{who} tested the sign-in provider {target}'),
    failed: messagePattern('{who} could not test the sign-in provider {target}'),
  },
  'sign-on.update-provider': {
    done: messagePattern('{who} changed the sign-in provider {target}'),
    failed: messagePattern('{who} could not change the sign-in provider {target}'),
  },
  'sign-on.update-settings': {
    done: messagePattern('{who} changed how users sign in'),
    failed: messagePattern('{who} could not change how users sign in'),
  },
  'audit.export': {
    done: messagePattern('{who} exported the audit log'),
    failed: messagePattern('{who} could not export the audit log'),
  },
  'budget.create': {
    done: messagePattern('{who} set a model budget'),
    failed: messagePattern('{who} could not set a model budget'),
  },
  'budget.delete': {
    done: messagePattern('{who} deleted a model budget'),
    failed: messagePattern('{who} could not delete a model budget'),
  },
  'budget.update': {
    done: messagePattern('{who} changed a model budget'),
    failed: messagePattern('{who} could not change a model budget'),
    isChange: true,
  },
  'license.install': {
    done: messagePattern('{who} installed a license'),
    failed: messagePattern('{who} could not install a license'),
  },
  'license.remove': {
    done: messagePattern('{who} removed the license'),
    failed: messagePattern('{who} could not remove the license'),
  },
  'settings.check-model': {
    done: messagePattern('{who} checked a model'),
    failed: messagePattern('{who} could not check a model'),
  },
  'settings.choose-model': {
    done: messagePattern('{who} chose the model that answers'),
    failed: messagePattern('{who} could not choose the model that answers'),
    isChange: true,
  },
  'settings.choose-sql-model': {
    done: messagePattern('{who} chose the model that writes SQL'),
    failed: messagePattern('{who} could not choose the model that writes SQL'),
    isChange: true,
  },
  'settings.clear-cache': {
    done: messagePattern('{who} cleared the cache'),
    failed: messagePattern('{who} could not clear the cache'),
  },
  'settings.refresh-models': {
    done: messagePattern('{who} loaded the list of models from {target}'),
    failed: messagePattern('{who} could not load the list of models from {target}'),
  },
  'settings.remove-prices': {
    done: messagePattern('{who} removed the list of model prices'),
    failed: messagePattern('{who} could not remove the list of model prices'),
  },
  'settings.save-all': {
    done: messagePattern('{who} saved the setup'),
    failed: messagePattern('{who} could not save the setup'),
  },
  'settings.test-email': {
    done: messagePattern('{who} sent a test email'),
    failed: messagePattern('{who} could not send a test email'),
  },
  'settings.test-model': {
    done: messagePattern('{who} tested a model'),
    failed: messagePattern('{who} could not test a model'),
  },
  'settings.update-email': {
    done: messagePattern('{who} changed the email settings'),
    failed: messagePattern('{who} could not change the email settings'),
    isChange: true,
  },
  'settings.update-health-checks': {
    done: messagePattern('{who} changed how often connections are checked'),
    failed: messagePattern('{who} could not change how often connections are checked'),
  },
  'settings.update-preferences': {
    done: messagePattern('{who} changed how models are used'),
    failed: messagePattern('{who} could not change how models are used'),
    isChange: true,
  },
  'settings.update-registration': {
    done: messagePattern('{who} changed how users register'),
    failed: messagePattern('{who} could not change how users register'),
    isChange: true,
  },
  'settings.update-visualization': {
    done: messagePattern('{who} changed the chart settings'),
    failed: messagePattern('{who} could not change the chart settings'),
  },
  'settings.upload-prices': {
    done: messagePattern('{who} uploaded a list of model prices'),
    failed: messagePattern('{who} could not upload a list of model prices'),
  },
  'usage.export': {
    done: messagePattern('{who} exported the model costs'),
    failed: messagePattern('{who} could not export the model costs'),
  },
} as const satisfies Record<string, ActionTexts>
