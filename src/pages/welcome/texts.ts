import { numbered, words } from '../../languages/messages.ts';

/** Texts of the page that is shown once, and of the help in the full page. */
export const welcomeTexts = words('welcome', {
  does: numbered('welcome_does'),
  story: numbered('welcome_story'),
  how: numbered('welcome_how'),
  imitated: numbered('welcome_imitated'),
  privacy: numbered('welcome_privacy'),
  questions: numbered('welcome_questions'),
  answers: numbered('welcome_answers'),
});
