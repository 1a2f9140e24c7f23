import { message, words } from '../../languages/messages.ts';

/** Texts of the page that is shown once, and of the help in the full page. */
export const welcomeTexts = words('welcome', {
  does: ['welcome_does_0', 'welcome_does_1', 'welcome_does_2'],
  noAddress: (example: string) => message('welcome_noAddress', example),
  help: 'page_sections_help',
  settings: 'page_sections_settings',
  example: {},
  story: ['welcome_story_0', 'welcome_story_1', 'welcome_story_2'],
  howTitle: 'popup_how',
  how: ['welcome_how_0', 'welcome_how_1', 'welcome_how_2'],
  legend: {},
  legendWords: {},
  imitated: ['welcome_imitated_0', 'welcome_imitated_1'],
  privacy: ['welcome_privacy_0', 'welcome_privacy_1', 'welcome_privacy_2'],
  trouble: [
    { question: 'welcome_trouble_0_question', answer: 'welcome_trouble_0_answer' },
    { question: 'welcome_trouble_1_question', answer: 'welcome_trouble_1_answer' },
    { question: 'welcome_trouble_2_question', answer: 'welcome_trouble_2_answer' },
    { question: 'welcome_trouble_3_question', answer: 'welcome_trouble_3_answer' },
    { question: 'welcome_trouble_4_question', answer: 'welcome_trouble_4_answer' },
  ],
  shortcut: (keys: string) => message('welcome_shortcut', keys),
  shortcutWhere: {},
  version: (version: string) => message('welcome_version', version),
});
