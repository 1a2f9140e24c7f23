// Opens a window of its own site and attacks it before any script runs there: the window's first, empty document has the
// same global object as the page that comes next.
window.openVictim = (how, path) => {
  const victim = open('about:blank');
  victim.victim = true;
  victim.loot = { ports: [], heard: [], messages: [], runtime: [], errors: [] };
  const script = victim.document.createElement('script');
  script.textContent = window.attackSource;
  victim.document.documentElement.append(script);
  victim.attacks.eavesdrop();
  if (how === 'wiretap') victim.attacks.wiretap();
  else if (how === 'pollute') victim.attacks.pollute();
  else victim.attacks.ruinAll(+how);
  victim.location.href = path;
  window.victimWindow = victim;
};
