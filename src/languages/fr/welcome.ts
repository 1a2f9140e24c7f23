import type { welcomeWords as english } from '../en/welcome.ts';
import type { Words } from '../language.ts';

export const welcomeWords: Words<typeof english> = {
  documentTitle: 'Bienvenue',
  title: 'Ce que fait votre agent, à part de ce qu’il dit',
  about:
    'Certains agents écrivent dans leurs réponses les outils qu’ils utilisent. Le chat renvoie ces lignes et, avec le temps, le modèle les écrit au lieu d’utiliser l’outil. Stream Fixer les retire.',
  does: [
    'Les réponses et ce qui est renvoyé restent propres.',
    'Les outils utilisés apparaissent sous forme de petits badges à côté de la réponse.',
    'Les appels que le modèle a seulement écrits sont signalés.',
  ],
  privateTitle: 'Rien ne quitte votre navigateur',
  private:
    'Pas de compte, pas de serveur à nous, aucune mesure. Il agit sur les sites où vous l’activez, et nulle part ailleurs.',
  startTitle: 'Activez-le là où vous discutez',
  pin: 'Épinglez l’icône',
  pinHow:
    'Elle se trouve derrière la pièce de puzzle de la barre d’outils ; sur téléphone, dans le menu du navigateur, sous « Extensions ».',
  chat: 'Ouvrez votre chat',
  chatHow: 'Toute page où vous parlez avec votre agent.',
  turn: 'Actionnez l’interrupteur',
  turnHow: 'Cliquez sur l’icône, actionnez l’interrupteur, autorisez ce seul site et rechargez la page.',
  limits:
    'Il voit ce qu’une page reçoit par les voies habituelles ; ce qu’elle lit dans un worker ou dans un cadre à part reste tel quel.',
  help: 'Aide',
  settings: 'Réglages',
  example: { marker: '⏰ list', reply: 'Vous avez deux alarmes.', badge: '1 outil, 0,4 s' },
  before: 'Sans',
  after: 'Avec Stream Fixer',

  helpTitle: 'Aide',
  howTitle: 'Comment ça marche',
  how: [
    'Sur un site activé, Stream Fixer se place entre la page et son serveur de chat. Il lit les réponses à mesure qu’elles arrivent, en retire les marqueurs et les événements d’outils, et affiche les outils à côté de la réponse.',
    'Il nettoie aussi les réponses précédentes de l’assistant dans ce que la page renvoie. Ce que vous écrivez n’est jamais modifié.',
    'Les flux mal formés sont réparés là où c’est sans risque ; un flux correct passe octet par octet. Si quelque chose échoue chez nous, la page reçoit ce que le serveur a envoyé.',
  ],
  badgesTitle: 'Ce que signifient les badges',
  legend: {
    running: 'L’outil est en cours.',
    finished: 'L’agent a signalé la fin de l’outil. S’il a abouti, personne ne l’a dit.',
    ended: 'La réponse est terminée, sans nouvelle de la fin de l’outil.',
    failed: 'L’agent a signalé l’échec de l’outil.',
    imitated: 'Le modèle a écrit un appel lui-même. Aucun outil n’a été exécuté.',
  },
  legendWords: { running: 'En cours', finished: 'Terminé', ended: 'Arrêté', failed: 'Échec', imitated: 'Imité' },
  imitatedTitle: 'Appels imités',
  imitated: [
    'Un modèle qui lit « `⏰ list` » assez souvent dans ses propres réponses se met à l’écrire. Cela ressemble à un outil en cours, mais l’agent n’en exécute aucun, et le résultat qui suit est peut-être inventé.',
    'Un appel n’est dit imité que si c’est certain : l’agent a signalé ses outils autrement, et pas celui-ci. Dans le doute, rien n’est affirmé.',
  ],
  storedTitle: 'Les chats qui contiennent déjà des marqueurs',
  stored:
    'Les anciens chats continuent d’instruire le modèle. Dans Open WebUI, ouvrez un tel chat, cliquez sur l’icône et choisissez « Nettoyer ce chat ». Vous voyez d’abord chaque changement, et chacun peut être annulé. Ailleurs, d’anciens marqueurs peuvent encore s’afficher, mais ne sont plus renvoyés.',
  companionTitle: 'Le compagnon pour Open WebUI',
  companion:
    'Le serveur d’Open WebUI garde pour lui les outils des agents récents. Le compagnon est une petite fonction de ce serveur qui les indique à la page. Un admin l’installe depuis la fenêtre de l’icône, après en avoir vu tout le code. Sans lui, réponses et requêtes sont nettoyées malgré tout.',
  privacyTitle: 'Confidentialité',
  privacy: [
    'Rien de ce que vous écrivez ou lisez ne quitte le navigateur, sauf vers votre propre serveur de chat.',
    'Restent sur cet ordinateur : les sites activés, vos réglages et des chiffres. Des chats que vous nettoyez, les titres et les réponses telles qu’elles étaient, jusqu’à ce que vous les supprimiez.',
    'Seule une page qui ressemble à Open WebUI est interrogée : sur sa version, son compagnon et le chat ouvert tant que la fenêtre de l’icône est ouverte, et sur ce que vous demandez par un bouton.',
  ],
  troubleTitle: 'Si quelque chose ne fonctionne pas',
  trouble: [
    {
      question: 'Rien ne se passe sur mon site',
      answer:
        'L’icône est-elle en couleur ? Sinon, cliquez dessus et actionnez l’interrupteur. Si oui, rechargez la page : les pages déjà ouvertes ne sont pas prises en compte.',
    },
    {
      question: 'Il n’y a pas de badges',
      answer:
        'Dans Open WebUI, ils nécessitent peut-être le compagnon : la fenêtre de l’icône l’indique. Ailleurs, l’agent ne signale peut-être pas ses outils.',
    },
    {
      question: 'Une réponse paraît incorrecte',
      answer:
        'Désactivez le site et rechargez la page. Si la réponse est alors correcte, choisissez « Rapport » dans la fenêtre de l’icône : le rapport ne contient aucun texte de chat.',
    },
    {
      question: 'Le site redemande l’autorisation',
      answer:
        'L’autorisation a été retirée, par le navigateur ou par vous dans ses réglages. Actionnez de nouveau l’interrupteur.',
    },
    {
      question: 'Cela s’est arrêté après une mise à jour',
      answer: 'Les pages ouvertes pendant la mise à jour doivent être rechargées.',
    },
  ],
  keyboardTitle: 'Clavier',
  shortcut: (keys) => `${keys} ouvre la fenêtre de l’icône.`,
  noShortcut: 'Aucune touche n’ouvre la fenêtre de l’icône pour le moment.',
  shortcutWhere: {
    chromium: 'Vous pouvez en choisir une autre dans chrome://extensions/shortcuts.',
    firefox: 'Vous pouvez en choisir une autre dans about:addons, menu de la roue dentée.',
  },
  aboutTitle: 'À propos',
  version: (version) => `Stream Fixer ${version}`,
  licence: 'Logiciel libre sous licence MIT.',
  partsOf: 'Il contient des éléments d’autres logiciels libres :',
  licenceText: 'Texte de la licence',
  welcomeAgain: 'Afficher la page de bienvenue',
};
