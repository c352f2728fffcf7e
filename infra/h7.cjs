const {learnedChart}=require('./dist/helm/learn-chart.js');const {kubewrightDeclaration}=require('./dist/declaration/index.js');
const t=Date.now(); try { const c=learnedChart(kubewrightDeclaration()); require('fs').writeFileSync('/tmp/h7-chart.json',JSON.stringify(c,null,1)); console.log('ok') } catch(e){console.log(e.stack.slice(0,3000))} console.log(Date.now()-t)
